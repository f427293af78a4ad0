package io.tributary.link;

import io.tributary.provider.ProviderException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Grants consent on the simulator's authorization page for demo users without a browser. */
public final class DemoConsent {
  private static final int TIMEOUT_MS = 10_000;

  private final WebClient web;

  public DemoConsent(Vertx vertx) {
    this.web = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  }

  /** Parameters of the redirect that the page returns. */
  public record Consent(String code, String scope) {}

  /**
   * @param person name of the simulated user; created when unknown
   */
  public Consent grant(String authoriseUrl, String person) {
    String url =
        authoriseUrl
            + "&sim_decision=grant&sim_user="
            + URLEncoder.encode(person, StandardCharsets.UTF_8);
    HttpResponse<Buffer> answer;
    try {
      answer = web.getAbs(url).timeout(TIMEOUT_MS).send().await();
    } catch (Exception e) {
      // await() can throw checked network exceptions without declaring them
      throw new ProviderException.Transport(e.getClass().getSimpleName());
    }
    String location = answer.getHeader("Location");
    if (location == null) {
      throw new ProviderException.Rejected("status " + answer.statusCode());
    }
    return new Consent(
        parameter(location, "code")
            .orElseThrow(
                () ->
                    new ProviderException.Rejected("the simulator returned no authorization code")),
        parameter(location, "scope").orElse(null));
  }

  private static Optional<String> parameter(String location, String name) {
    String query = URI.create(location).getRawQuery();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      if (pair.startsWith(name + "=")) {
        return Optional.of(
            URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }
}
