"""Texts of Prelude to Revolution."""
