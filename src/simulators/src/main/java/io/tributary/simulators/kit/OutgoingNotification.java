package io.tributary.simulators.kit;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/**
 * A notification on its way.
 *
 * @param hook id of the subscription; once that is gone, so are its retries. Empty: of none
 * @param secret what the vendor signs with
 * @param contentType of the body
 * @param body made from the secret, for vendors who put it in; others ignore it
 * @param label what the list of deliveries says of it
 */
public record OutgoingNotification(
    String hook,
    String url,
    String secret,
    String contentType,
    Function<String, Buffer> body,
    JsonObject label) {

  /** What is done to a notification before it leaves. */
  public enum Forgery {
    NONE,
    WRONG_SIGNATURE,
    NO_SIGNATURE,
    STALE
  }

  /** A body that is JSON and has no secret in it. */
  public static OutgoingNotification json(String hook, String url, String secret, JsonObject body) {
    Buffer bytes = body.toBuffer();
    return new OutgoingNotification(
        hook, url, secret, "application/json", s -> bytes, new JsonObject());
  }

  /** The same with a label. */
  public OutgoingNotification labelled(JsonObject newLabel) {
    return new OutgoingNotification(hook, url, secret, contentType, body, newLabel);
  }
}
