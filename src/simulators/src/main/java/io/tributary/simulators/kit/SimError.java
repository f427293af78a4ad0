package io.tributary.simulators.kit;

import io.vertx.core.json.JsonObject;
import java.util.OptionalInt;

/**
 * Reason for which a simulator rejects a request. The vendor formats it in {@link
 * SimVendor#toError}.
 */
public sealed interface SimError {

  /** Request without an access token: 401. */
  record NoToken() implements SimError {}

  /** Expired, revoked or unknown token: 401. */
  record BadToken() implements SimError {}

  /** Grant without this scope: 403. */
  record NoScope(String scope) implements SimError {}

  /** Exhausted quota or an ordered rejection: 429. The framework adds the vendor's rate headers. */
  record TooMany(RateQuotas.QuotaDecision verdict) implements SimError {}

  /** Invalid authorization, token or revocation request (RFC 6749, section 5.2). */
  record OAuth(int status, String error, String description) implements SimError {}

  /** Status ordered by a tester or produced by the router: 404, 405, 413, 500. */
  record Status(int status) implements SimError {}

  /** Returns an ordered failure with an optional Retry-After header. */
  static VendorError ordered(SimVendor vendor, int status, OptionalInt retryAfter) {
    VendorError error = vendor.toError(new Status(status));
    retryAfter.ifPresent(s -> error.with("Retry-After", Integer.toString(s)));
    return error;
  }

  /** Returns a vendor-neutral body: {"error": …}. */
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
