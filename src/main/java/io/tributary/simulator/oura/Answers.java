package io.tributary.simulator.oura;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;

/** Turns results and refusals into HTTP answers. */
final class Answers {
  private static final System.Logger LOG = System.getLogger(Answers.class.getName());

  private Answers() {}

  static void json(RoutingContext ctx, int status, JsonObject body) {
    json(ctx, status, body.toBuffer());
  }

  static void json(RoutingContext ctx, int status, Buffer body) {
    ctx.response().setStatusCode(status).putHeader("Content-Type", "application/json").end(body);
  }

  /** The one failure handler: a refusal keeps its words, anything else is our fault. */
  static void failed(RoutingContext ctx) {
    if (ctx.response().ended()) {
      return;
    }
    Throwable failure = ctx.failure();
    if (failure instanceof VendorError error) {
      error.headers().forEach(ctx.response()::putHeader);
      json(ctx, error.status(), error.body());
    } else if (failure instanceof HttpException http) {
      status(ctx, http.getStatusCode());
    } else if (failure == null) {
      status(ctx, ctx.statusCode());
    } else {
      LOG.log(System.Logger.Level.ERROR, "event=simulator_fault", failure);
      status(ctx, 500);
    }
  }

  static void status(RoutingContext ctx, int status) {
    if (!ctx.response().ended()) {
      json(ctx, status, detail(status));
    }
  }

  private static JsonObject detail(int status) {
    return new JsonObject()
        .put(
            "detail",
            switch (status) {
              case 404 -> "Not Found";
              case 405 -> "Method Not Allowed";
              case 413 -> "Request too large";
              case 500 -> "Internal Server Error";
              default -> "Refused";
            });
  }
}
