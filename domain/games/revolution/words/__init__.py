"""What happens in Revolution!, told in English."""
