"""What happens in Dual Powers, told in English, German and Russian."""
