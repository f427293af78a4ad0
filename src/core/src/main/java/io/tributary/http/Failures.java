package io.tributary.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.http.HttpClosedException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;

/** The only place that turns failures into statuses and bodies. */
final class Failures {
  private static final System.Logger LOG = System.getLogger(Failures.class.getName());

  private Failures() {}

  static int status(Throwable t) {
    return switch (t) {
      case Refusal r ->
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
   * The reply to a failure. A fault is logged here under an id, which is all that the caller sees
   * of it.
   */
  static Reply reply(Throwable t, String trace, String route) {
    int status = status(t);
    if (t instanceof Refusal r) {
      return new Reply(
          status,
          body(r),
          retry(r.retryAfter().orElse(status == 503 ? Duration.ofSeconds(1) : null)));
    }
    if (status == 503) {
      return new Reply(
          503,
          Json.object().put("detail", "busy or starting; try again"),
          retry(Duration.ofSeconds(1)));
    }
    if (t instanceof HttpClosedException) {
      return Reply.of(400, Json.object().put("detail", "the request ended early"));
    }
    String id = Ids.trace();
    LOG.log(Level.ERROR, "fault=" + id + " trace=" + trace + " route=" + route, t);
    return Reply.of(
        500, Json.object().put("detail", "internal error; support needs this id: " + id));
  }

  private static ObjectNode body(Refusal r) {
    return Json.object().set("detail", r.detail());
  }

  private static Map<String, String> retry(Duration wait) {
    return wait == null
        ? Map.of()
        : Map.of("retry-after", String.valueOf(Math.max(1, (wait.toMillis() + 999) / 1000)));
  }
}
