package io.tributary.link;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.kernel.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How a link attempt ended.
 *
 * @param error empty = success
 * @param redirectUrl the customer's page, without the outcome
 */
record LinkResult(Optional<LinkError> error, String provider, Optional<String> redirectUrl) {
  static LinkResult of(LinkFailed failed, String provider) {
    return new LinkResult(
        Optional.of(failed.error()), provider, failed.session().flatMap(LinkSession::redirectUrl));
  }

  static LinkResult success(LinkSession session, String provider) {
    return new LinkResult(Optional.empty(), provider, session.redirectUrl());
  }

  boolean succeeded() {
    return error.isEmpty();
  }

  /** The customer's page with the outcome, its own query kept; empty when there is none. */
  Optional<String> location() {
    return redirectUrl.map(
        url ->
            error
                .map(
                    e ->
                        with(
                            url,
                            "state=error&error_type="
                                + e.wire()
                                + "&error="
                                + URLEncoder.encode(e.text(), StandardCharsets.UTF_8)))
                .orElseGet(() -> with(url, "state=success")));
  }

  static String with(String url, String query) {
    int hash = url.indexOf('#');
    String base = hash < 0 ? url : url.substring(0, hash);
    String fragment = hash < 0 ? "" : url.substring(hash);
    char last = base.charAt(base.length() - 1);
    String joint = base.indexOf('?') < 0 ? "?" : last == '?' || last == '&' ? "" : "&";
    // A header holds ASCII only; what is ASCII already stays as it is.
    return URI.create(base + joint + query + fragment).toASCIIString();
  }

  /** The reply of the password and e-mail calls, with the deprecated keys. */
  ObjectNode view() {
    return Json.object()
        .put("state", succeeded() ? "success" : "error")
        .put("redirect_url", location().orElse(null))
        .put("error_type", error.map(LinkError::wire).orElse(null))
        .put("error", error.map(LinkError::text).orElse(null))
        .putNull("provider_mfa")
        .put("provider", provider)
        .put("connected", succeeded())
        .putNull("provider_id");
  }
}
