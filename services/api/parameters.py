"""Parameters of addresses, with the bounds that the OpenAPI document tells and the server keeps."""

from typing import Annotated

from litestar.params import QueryParameter

_NEWEST = 999_999_999

Version = Annotated[int, QueryParameter(ge=0, le=_NEWEST)]
LastVersion = Annotated[int | None, QueryParameter(ge=0, le=_NEWEST, description="No further than this.")]
Most = Annotated[int, QueryParameter(ge=1, le=500, description="So many at most.")]
YesNo = Annotated[int, QueryParameter(ge=0, le=1, description="Whether to go on with what is new: 1 or 0.")]
