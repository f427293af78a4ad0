package io.tributary.simulators.kit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;

/**
 * Sends all responses of a simulator. Vendors must respond only through this class, because faults
 * damage the body here.
 */
public final class SimResponses {
  static final String FAULT_EFFECT = "simulator.harm";
  private static final System.Logger LOG = System.getLogger(SimResponses.class.getName());
  private static final int CHUNKS_PER_SECOND = 20;

  private SimResponses() {}

  public static void json(RoutingContext ctx, int status, JsonObject body) {
    send(ctx, status, "application/json", body.toBuffer());
  }

  public static void json(RoutingContext ctx, int status, JsonArray body) {
    send(ctx, status, "application/json", body.toBuffer());
  }

  public static void json(RoutingContext ctx, int status, Buffer body) {
    send(ctx, status, "application/json", body);
  }

  public static void sendEmpty(RoutingContext ctx, int status) {
    send(ctx, status, "", Buffer.buffer());
  }

  /** Sends a response, damaged if the request has a fault. */
  public static void send(RoutingContext ctx, int status, String type, Buffer body) {
    HttpServerResponse response = ctx.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(status);
    if (!type.isEmpty()) {
      response.putHeader("Content-Type", type);
    }
    FaultInjection.FaultEffect harm = ctx.get(FAULT_EFFECT);
    switch (harm) {
      case FaultInjection.FaultEffect.Lost lost -> ctx.request().connection().close();
      case FaultInjection.FaultEffect.Truncate cut ->
          response.end(body.getBuffer(0, (int) ((long) body.length() * cut.percent() / 100)));
      case FaultInjection.FaultEffect.Garbage garbage ->
          response
              .putHeader("Content-Type", "text/html")
              .end("<html><body>Bad gateway &#0; {\"data\":[</body></html>");
      case FaultInjection.FaultEffect.Trickle slow -> trickle(ctx, body, slow.bytesPerSecond());
      case null -> response.end(body);
      case FaultInjection.FaultEffect.None none -> response.end(body);
      case FaultInjection.FaultEffect.Reset reset -> response.end(body);
      case FaultInjection.FaultEffect.Hang hang -> response.end(body);
      case FaultInjection.FaultEffect.Status ordered -> response.end(body);
    }
  }

  private static void trickle(RoutingContext ctx, Buffer body, int bytesPerSecond) {
    HttpServerResponse response = ctx.response();
    response.putHeader("Content-Length", Integer.toString(body.length()));
    int piece = Math.max(1, bytesPerSecond / CHUNKS_PER_SECOND);
    int[] sent = {0};
    ctx.vertx()
        .setPeriodic(
            1000 / CHUNKS_PER_SECOND,
            id -> {
              if (response.closed() || response.ended()) {
                ctx.vertx().cancelTimer(id);
                return;
              }
              int next = Math.min(body.length(), sent[0] + piece);
              Buffer part = body.getBuffer(sent[0], next);
              sent[0] = next;
              if (next == body.length()) {
                ctx.vertx().cancelTimer(id);
                response.end(part);
              } else {
                response.write(part);
              }
            });
  }

  /**
   * Handles all failures. A rejection gets the vendor's format; anything else is a defect of the
   * simulator.
   */
  static void handleFailure(RoutingContext ctx, SimVendor vendor) {
    if (ctx.response().ended()) {
      return;
    }
    Throwable failure = ctx.failure();
    if (failure instanceof SimRejection refused) {
      VendorError error = vendor.toError(refused.problem());
      if (refused.problem() instanceof SimError.TooMany many) {
        error.with(many.verdict().headers());
      }
      sendError(ctx, error);
    } else if (failure instanceof VendorError error) {
      sendError(ctx, error);
    } else if (failure instanceof HttpException http) {
      sendStatus(ctx, vendor, http.getStatusCode());
    } else if (failure == null) {
      sendStatus(ctx, vendor, ctx.statusCode());
    } else {
      LOG.log(System.Logger.Level.ERROR, "event=simulator_fault", failure);
      sendStatus(ctx, vendor, 500);
    }
  }

  static void sendStatus(RoutingContext ctx, SimVendor vendor, int status) {
    if (!ctx.response().ended()) {
      sendError(ctx, vendor.toError(new SimError.Status(status)));
    }
  }

  static void sendError(RoutingContext ctx, VendorError error) {
    error.headers().forEach(ctx.response()::putHeader);
    send(ctx, error.status(), "", error.body());
  }
}
