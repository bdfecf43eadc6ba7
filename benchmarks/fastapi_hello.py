"""A hello-world as FastAPI's own introduction has it."""

from fastapi import FastAPI

application = FastAPI()


@application.get("/")
async def hello() -> dict[str, str]:
    return {"message": "Hello, world"}
