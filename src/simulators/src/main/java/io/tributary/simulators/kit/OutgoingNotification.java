package io.tributary.simulators.kit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/**
 * Notification to be delivered.
 *
 * @param hook ID of the subscription; when it is removed, retries stop. Empty if there is none
 * @param secret key of the vendor's signature
 * @param contentType media type of the body
 * @param body body made from the secret, for vendors that include it; others ignore it
 * @param label fields that identify the notification in the list of deliveries
 */
public record OutgoingNotification(
    String hook,
    String url,
    String secret,
    String contentType,
    Function<String, Buffer> body,
    JsonObject label) {

  /** Manipulation of a notification before it is sent. */
  public enum Forgery {
    NONE,
    WRONG_SIGNATURE,
    NO_SIGNATURE,
    STALE
  }

  /** Returns a notification with a JSON body that does not contain the secret. */
  public static OutgoingNotification json(String hook, String url, String secret, JsonObject body) {
    Buffer bytes = body.toBuffer();
    return new OutgoingNotification(
        hook, url, secret, "application/json", s -> bytes, new JsonObject());
  }

  public OutgoingNotification withLabel(JsonObject newLabel) {
    return new OutgoingNotification(hook, url, secret, contentType, body, newLabel);
  }
}
