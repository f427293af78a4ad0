package io.tributary.simulators.kit;

import io.vertx.core.http.HttpMethod;

/**
 * Revocation endpoint of a vendor.
 *
 * @param field name of the query or form field; empty for a bearer token
 * @param clientAuthRequired whether client credentials are required as well
 * @param strict whether an unknown token is an error, unlike in RFC 7009
 */
public record RevocationEndpoint(
    HttpMethod method,
    String path,
    TokenLocation held,
    String field,
    boolean clientAuthRequired,
    boolean strict,
    int status) {

  /** Location of the token to be revoked. */
  public enum TokenLocation {
    BEARER,
    QUERY,
    FORM
  }
}
