package io.tributary.simulators.kit;

import io.vertx.core.http.HttpMethod;

/**
 * A way to end a grant.
 *
 * @param field name of the query or form field; empty for a bearer
 * @param clientToo whether the client's credentials are needed as well
 * @param strict whether an unknown token is an error; by RFC 7009 it is none
 */
public record Revoke(
    HttpMethod method,
    String path,
    Held held,
    String field,
    boolean clientToo,
    boolean strict,
    int status) {

  /** Where the token to be revoked stands. */
  public enum Held {
    BEARER,
    QUERY,
    FORM
  }
}
