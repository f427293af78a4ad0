package io.tributary.simulators.kit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;

/**
 * Sends results and refusals. Vendors answer through here and nowhere else, because this is where a
 * fault gets at the body.
 */
public final class SimResponses {
  static final String HARM = "simulator.harm";
  private static final System.Logger LOG = System.getLogger(SimResponses.class.getName());
  private static final int PIECES_A_SECOND = 20;

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

  /** A status without a body. */
  public static void empty(RoutingContext ctx, int status) {
    send(ctx, status, "", Buffer.buffer());
  }

  /** Any answer; an ordered fault damages it on the way. */
  public static void send(RoutingContext ctx, int status, String type, Buffer body) {
    HttpServerResponse response = ctx.response();
    if (response.ended() || response.closed()) {
      return;
    }
    response.setStatusCode(status);
    if (!type.isEmpty()) {
      response.putHeader("Content-Type", type);
    }
    FaultInjection.Harm harm = ctx.get(HARM);
    switch (harm) {
      case FaultInjection.Harm.Lost lost -> ctx.request().connection().close();
      case FaultInjection.Harm.Truncate cut ->
          response.end(body.getBuffer(0, (int) ((long) body.length() * cut.percent() / 100)));
      case FaultInjection.Harm.Garbage garbage ->
          response
              .putHeader("Content-Type", "text/html")
              .end("<html><body>Bad gateway &#0; {\"data\":[</body></html>");
      case FaultInjection.Harm.Trickle slow -> trickle(ctx, body, slow.bytesPerSecond());
      case null -> response.end(body);
      case FaultInjection.Harm.None none -> response.end(body);
      case FaultInjection.Harm.Reset reset -> response.end(body);
      case FaultInjection.Harm.Hang hang -> response.end(body);
      case FaultInjection.Harm.Status ordered -> response.end(body);
    }
  }

  private static void trickle(RoutingContext ctx, Buffer body, int bytesPerSecond) {
    HttpServerResponse response = ctx.response();
    response.putHeader("Content-Length", Integer.toString(body.length()));
    int piece = Math.max(1, bytesPerSecond / PIECES_A_SECOND);
    int[] sent = {0};
    ctx.vertx()
        .setPeriodic(
            1000 / PIECES_A_SECOND,
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

  /** The one failure handler: a refusal has the vendor's words, anything else is our fault. */
  static void failed(RoutingContext ctx, SimVendor vendor) {
    if (ctx.response().ended()) {
      return;
    }
    Throwable failure = ctx.failure();
    if (failure instanceof SimRejection refused) {
      VendorError error = vendor.refuse(refused.problem());
      if (refused.problem() instanceof SimError.TooMany many) {
        error.with(many.verdict().headers());
      }
      refuse(ctx, error);
    } else if (failure instanceof VendorError error) {
      refuse(ctx, error);
    } else if (failure instanceof HttpException http) {
      status(ctx, vendor, http.getStatusCode());
    } else if (failure == null) {
      status(ctx, vendor, ctx.statusCode());
    } else {
      LOG.log(System.Logger.Level.ERROR, "event=simulator_fault", failure);
      status(ctx, vendor, 500);
    }
  }

  static void status(RoutingContext ctx, SimVendor vendor, int status) {
    if (!ctx.response().ended()) {
      refuse(ctx, vendor.refuse(new SimError.Status(status)));
    }
  }

  static void refuse(RoutingContext ctx, VendorError error) {
    error.headers().forEach(ctx.response()::putHeader);
    send(ctx, error.status(), "", error.body());
  }
}
