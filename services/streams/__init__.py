"""Subscriptions: history, then live, from any version; what is new is written once and sent to all."""

from services.streams.delay import Delay
from services.streams.envelope import FORMS, NDJSON, SSE, Form, events_in
from services.streams.errors import BadCursor, Draining, StreamsError, TooManyStreams
from services.streams.stream import Stream
from services.streams.streams import EventPage, FeedPage, Shown, StreamLimits, Streams

__all__ = [
    "FORMS",
    "NDJSON",
    "SSE",
    "BadCursor",
    "Delay",
    "Draining",
    "EventPage",
    "FeedPage",
    "Form",
    "Shown",
    "Stream",
    "StreamLimits",
    "Streams",
    "StreamsError",
    "TooManyStreams",
    "events_in",
]
