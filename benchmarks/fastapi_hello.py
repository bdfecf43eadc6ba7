"""The hello-world application of FastAPI's own introduction."""

from fastapi import FastAPI

application = FastAPI()


@application.get("/")
async def hello() -> dict[str, str]:
    return {"message": "Hello, world"}
