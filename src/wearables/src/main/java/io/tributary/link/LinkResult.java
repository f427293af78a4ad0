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
 * How a link attempt ended, or how it goes on.
 *
 * @param failure empty = success, or not at the end yet
 * @param mfa where a code went that is waited for
 * @param redirectUrl the customer's page, without the outcome; empty also when the result is to be
 *     shown where it was asked for
 */
record LinkResult(
    Optional<Failure> failure, Optional<Mfa> mfa, String provider, Optional<String> redirectUrl) {

  /**
   * Why there is no connection.
   *
   * @param text for people
   */
  record Failure(LinkError error, String text) {}

  /**
   * A second factor.
   *
   * @param hint the address or number it went to, as the provider shows it
   */
  record Mfa(PasswordLogin.Method method, String hint) {}

  /** Of a user who was sent away: what failed goes back to the customer's page always. */
  static LinkResult of(LinkException failed, String provider) {
    return failed(failed, provider, failed.session().flatMap(LinkSession::redirectUrl));
  }

  /** Of a form, which shows what failed unless the session sends it back. */
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

  /** A code is waited for: nothing to go back with yet. */
  static LinkResult pending(Mfa mfa, String provider) {
    return new LinkResult(Optional.empty(), Optional.of(mfa), provider, Optional.empty());
  }

  boolean succeeded() {
    return failure.isEmpty() && mfa.isEmpty();
  }

  /** The customer's page with the outcome, its own query kept; empty when there is none. */
  Optional<String> location() {
    return redirectUrl.map(
        url ->
            failure
                .map(
                    f ->
                        with(
                            url,
                            "state=error&error_type="
                                + f.error().wire()
                                + "&error="
                                + URLEncoder.encode(f.text(), StandardCharsets.UTF_8)))
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
    ObjectNode out =
        Json.object()
            .put("state", state())
            .put("redirect_url", location().orElse(null))
            .put("error_type", failure.map(f -> f.error().wire()).orElse(null))
            .put("error", failure.map(Failure::text).orElse(null));
    out.set("provider_mfa", mfa.<JsonNode>map(LinkResult::view).orElse(null));
    return out.put("provider", provider).put("connected", succeeded()).putNull("provider_id");
  }

  private String state() {
    return failure.isPresent() ? "error" : mfa.isPresent() ? "pending_provider_mfa" : "success";
  }

  private static ObjectNode view(Mfa mfa) {
    return Json.object()
        .put("method", mfa.method().name().toLowerCase(Locale.ROOT))
        .put("hint", mfa.hint());
  }
}
