package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.util.OptionalInt;

/** Why the kit will not answer; the vendor finds the words, in {@link SimVendor#refuse}. */
public sealed interface SimError {

  /** The request carries no access token. 401. */
  record NoToken() implements SimError {}

  /** The token is expired, revoked or nobody's. 401. */
  record BadToken() implements SimError {}

  /** The token's grant lacks this scope. 403. */
  record NoScope(String scope) implements SimError {}

  /** A quota is used up, or a tester says so. 429; the kit adds the vendor's headers. */
  record TooMany(RateQuotas.Verdict verdict) implements SimError {}

  /** The authorise, token or revoke call is wrong (RFC 6749, 5.2). */
  record OAuth(int status, String error, String description) implements SimError {}

  /** A status that a tester ordered, or that the router found: 404, 405, 413, 500. */
  record Status(int status) implements SimError {}

  /** A tester's failure with a pause; without one as {@link Status}. */
  static VendorError ordered(SimVendor vendor, int status, OptionalInt retryAfter) {
    VendorError error = vendor.refuse(new Status(status));
    retryAfter.ifPresent(s -> error.with("Retry-After", Integer.toString(s)));
    return error;
  }

  /** Words of no vendor in particular: {"error": …}. */
  static VendorError plain(SimError problem) {
    return switch (problem) {
      case NoToken p -> error(401, "missing_token").with("WWW-Authenticate", "Bearer");
      case BadToken p -> error(401, "invalid_token").with("WWW-Authenticate", "Bearer");
      case NoScope p -> error(403, "insufficient_scope");
      case TooMany p -> error(429, "too_many_requests");
      case OAuth p -> VendorError.oauth(p.status(), p.error(), p.description());
      case Status p ->
          error(
              p.status(),
              switch (p.status()) {
                case 404 -> "not_found";
                case 405 -> "method_not_allowed";
                case 413 -> "too_large";
                default -> p.status() >= 500 ? "server_error" : "refused";
              });
    };
  }

  private static VendorError error(int status, String word) {
    return VendorError.json(status, new JsonObject().put("error", word));
  }
}
