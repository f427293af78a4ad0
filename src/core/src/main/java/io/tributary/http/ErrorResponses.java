package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.http.HttpClosedException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;

/** Maps failures to HTTP statuses and response bodies. No other class does this. */
final class ErrorResponses {
  private static final System.Logger LOG = System.getLogger(ErrorResponses.class.getName());

  private ErrorResponses() {}

  static int status(Throwable t) {
    return switch (t) {
      case ServiceException r ->
          switch (r.reason()) {
            case INVALID -> 400;
            case BAD_INPUT -> 422;
            case UNKNOWN_KEY -> 401;
            case SWITCHED_OFF -> 403;
            case NOT_FOUND -> 404;
            case CONFLICT -> 409;
            case GONE -> 410;
            case TOO_LARGE -> 413;
            case TOO_MANY -> 429;
            case UNAVAILABLE -> 503;
          };
      case ReplyException e when e.failureType() != ReplyFailure.RECIPIENT_FAILURE -> 503;
      default -> 500;
    };
  }

  /**
   * Returns the response for a failure. An internal error is logged under an ID, and the client
   * sees only that ID.
   */
  static Response toResponse(Throwable t, String trace, String route) {
    int status = status(t);
    if (t instanceof ServiceException r) {
      return new Response(
          status,
          body(r),
          retryAfterHeader(r.retryAfter().orElse(status == 503 ? Duration.ofSeconds(1) : null)));
    }
    if (status == 503) {
      return new Response(
          503,
          Json.object().put("detail", "busy or starting; try again"),
          retryAfterHeader(Duration.ofSeconds(1)));
    }
    if (t instanceof HttpClosedException) {
      return Response.of(
          400,
          Json.object().put("detail", "the connection closed before the request was complete"));
    }
    String id = Ids.traceId();
    LOG.log(Level.ERROR, "fault=" + id + " trace=" + trace + " route=" + route, t);
    return Response.of(
        500, Json.object().put("detail", "internal error; report this id to support: " + id));
  }

  private static ObjectNode body(ServiceException r) {
    return Json.object().set("detail", r.detail());
  }

  private static Map<String, String> retryAfterHeader(Duration wait) {
    return wait == null
        ? Map.of()
        : Map.of("retry-after", String.valueOf(Math.max(1, (wait.toMillis() + 999) / 1000)));
  }
}
