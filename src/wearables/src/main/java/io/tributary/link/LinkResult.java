package io.tributary.link;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.PasswordLogin;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Result of a link attempt, or its next step.
 *
 * @param failure empty on success, or while a second factor is pending
 * @param mfa destination of the second-factor code that is pending
 * @param redirectUrl the customer's page, without the result; empty also when the hosted page shows
 *     the result
 */
record LinkResult(
    Optional<Failure> failure, Optional<Mfa> mfa, String provider, Optional<String> redirectUrl) {

  /**
   * Reason for a failed link.
   *
   * @param text message for the user
   */
  record Failure(LinkError error, String text) {}

  /**
   * Pending second factor.
   *
   * @param hint destination of the code, as the provider masks it
   */
  record Mfa(PasswordLogin.Method method, String hint) {}

  /** Creates a failure of the OAuth flow, which always redirects to the customer's page. */
  static LinkResult ofCallback(LinkException failed, String provider) {
    return failed(failed, provider, failed.session().flatMap(LinkSession::redirectUrl));
  }

  /**
   * Creates a failure of a form, which is shown on the page unless the session requests a redirect.
   */
  static LinkResult ofForm(LinkException failed, String provider) {
    return failed(
        failed,
        provider,
        failed.session().filter(LinkSession::errorRedirects).flatMap(LinkSession::redirectUrl));
  }

  private static LinkResult failed(LinkException f, String provider, Optional<String> redirectUrl) {
    return new LinkResult(
        Optional.of(new Failure(f.error(), f.text())), Optional.empty(), provider, redirectUrl);
  }

  static LinkResult success(LinkSession session, String provider) {
    return new LinkResult(Optional.empty(), Optional.empty(), provider, session.redirectUrl());
  }

  /** Creates a result that waits for a code. It has no redirect yet. */
  static LinkResult pending(Mfa mfa, String provider) {
    return new LinkResult(Optional.empty(), Optional.of(mfa), provider, Optional.empty());
  }

  boolean succeeded() {
    return failure.isEmpty() && mfa.isEmpty();
  }

  /**
   * Returns the customer's page with the result appended to its query. Empty without a redirect
   * URL.
   */
  Optional<String> redirectLocation() {
    return redirectUrl.map(
        url ->
            failure
                .map(
                    f ->
                        appendQuery(
                            url,
                            "state=error&error_type="
                                + f.error().wire()
                                + "&error="
                                + URLEncoder.encode(f.text(), StandardCharsets.UTF_8)))
                .orElseGet(() -> appendQuery(url, "state=success")));
  }

  static String appendQuery(String url, String query) {
    int hash = url.indexOf('#');
    String base = hash < 0 ? url : url.substring(0, hash);
    String fragment = hash < 0 ? "" : url.substring(hash);
    char last = base.charAt(base.length() - 1);
    String joint = base.indexOf('?') < 0 ? "?" : last == '?' || last == '&' ? "" : "&";
    // Header values must be ASCII. A URL that is ASCII already stays unchanged.
    return URI.create(base + joint + query + fragment).toASCIIString();
  }

  /** Response body of the password and e-mail calls, with the deprecated fields. */
  ObjectNode toJson() {
    ObjectNode out =
        Json.object()
            .put("state", state())
            .put("redirect_url", redirectLocation().orElse(null))
            .put("error_type", failure.map(f -> f.error().wire()).orElse(null))
            .put("error", failure.map(Failure::text).orElse(null));
    out.set("provider_mfa", mfa.<JsonNode>map(LinkResult::toJson).orElse(null));
    return out.put("provider", provider).put("connected", succeeded()).putNull("provider_id");
  }

  private String state() {
    return failure.isPresent() ? "error" : mfa.isPresent() ? "pending_provider_mfa" : "success";
  }

  private static ObjectNode toJson(Mfa mfa) {
    return Json.object()
        .put("method", mfa.method().name().toLowerCase(Locale.ROOT))
        .put("hint", mfa.hint());
  }
}
