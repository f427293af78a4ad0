package io.tributary.simulator.oura;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An answer that refuses, as the vendor words it: status, JSON body, extra headers. */
final class VendorError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient JsonObject body;
  private final transient Map<String, String> headers = new LinkedHashMap<>();
  private final int status;

  private VendorError(int status, JsonObject body) {
    super(body.encode(), null, false, false);
    this.status = status;
    this.body = body;
  }

  int status() {
    return status;
  }

  JsonObject body() {
    return body;
  }

  Map<String, String> headers() {
    return headers;
  }

  VendorError with(String header, String value) {
    headers.put(header, value);
    return this;
  }

  /** A data or webhook endpoint's refusal. */
  static VendorError of(int status, String detail) {
    return new VendorError(status, new JsonObject().put("detail", detail));
  }

  static VendorError unauthorized(String detail) {
    return of(401, detail).with("WWW-Authenticate", "Bearer");
  }

  /** 422: a list of places and messages. */
  static VendorError invalid(String msg, String type, String... loc) {
    return new VendorError(
        422,
        new JsonObject()
            .put(
                "detail",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("loc", new JsonArray(List.of((Object[]) loc)))
                            .put("msg", msg)
                            .put("type", type))));
  }

  /** An OAuth refusal (RFC 6749, 5.2). */
  static VendorError oauth(int status, String error, String description) {
    return new VendorError(
        status, new JsonObject().put("error", error).put("error_description", description));
  }
}
