package io.tributary.simulators.oura;

import io.tributary.simulators.kit.SimError;
import io.tributary.simulators.kit.VendorError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Errors in the vendor's format. */
final class OuraErrors {
  private OuraErrors() {}

  /** Returns an error of a data or webhook endpoint. */
  static VendorError of(int status, String detail) {
    return VendorError.json(status, new JsonObject().put("detail", detail));
  }

  /** Returns a 422 with a list of locations and messages. */
  static VendorError invalid(String msg, String type, String... loc) {
    return VendorError.json(
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

  static VendorError message(SimError problem) {
    return switch (problem) {
      case SimError.NoToken p -> of(401, "No access token").with("WWW-Authenticate", "Bearer");
      case SimError.BadToken p ->
          of(401, "Access token expired or revoked").with("WWW-Authenticate", "Bearer");
      case SimError.NoScope p -> of(403, "The token does not carry the scope " + p.scope());
      case SimError.TooMany p -> of(429, "Rate limit exceeded");
      case SimError.OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case SimError.Status p ->
          of(
              p.status(),
              switch (p.status()) {
                case 404 -> "Not Found";
                case 405 -> "Method Not Allowed";
                case 413 -> "Request too large";
                default -> p.status() >= 500 ? "Internal Server Error" : "Refused";
              });
    };
  }
}
