package io.tributary.diagnostics;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.link.DemoConsent;
import io.tributary.model.NormalizedBatch;
import io.tributary.process.ChildProcess;
import io.tributary.provider.Adapter;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Feed;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Runs the installed adapter against the provider's simulator: links a user and reads the last days
 * of data.
 *
 * <p>The simulator is started for the check and stopped after it. Nothing is stored. Blocking.
 */
final class SimulatedLinkCheck {
  private static final String MAIN = "io.tributary.simulators.Simulators";
  private static final String NAME = "flow";
  private static final String PERSON = "doctor";
  private static final String LOGIN = "doctor@example.com";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
  private static final int DAYS = 3;
  private static final int MAX_PAGES = 50;

  private final Vertx vertx;
  private final WebClient web;

  SimulatedLinkCheck(Vertx vertx) {
    this.vertx = vertx;
    this.web = WebClient.create(vertx);
  }

  DiagnosticResult run(Adapter adapter) {
    String slug = adapter.descriptor().slug();
    ChildProcess child = new ChildProcess(vertx, "doctor-simulator", MAIN, "192m", START_TIMEOUT);
    try {
      String base =
          child.start(
              List.of(slug, "--port", "0", "--days", Integer.toString(DAYS + 2)), text -> text);
      return run(adapter, base);
    } catch (ChildProcess.ProcessStartException e) {
      return DiagnosticResult.note(
          NAME, "no simulator could be started for " + slug + " that starts");
    } finally {
      child.stop();
    }
  }

  private DiagnosticResult run(Adapter adapter, String base) {
    try {
      AppCredentials app = app(adapter.descriptor().slug(), base);
      OAuth.Granted granted =
          adapter.login().isPresent()
              ? linkByPassword(adapter, app, base)
              : linkByConsent(adapter.oauth().orElseThrow(), adapter, app);
      return read(adapter, new SimulatedAccount(app, granted));
    } catch (ProviderException e) {
      return DiagnosticResult.bad(
          NAME,
          "against the simulator: " + e.getClass().getSimpleName() + ": " + e.getMessage(),
          "This is a bug in this version, not an error in your setup: report it");
    }
  }

  private AppCredentials app(String slug, String base) {
    JsonObject told = web.getAbs(base + "/control/settings").send().await().bodyAsJsonObject();
    String begin = "TRIBUTARY_PROVIDERS_" + slug.toUpperCase(Locale.ROOT) + "_";
    Map<String, String> more = new HashMap<>();
    told.stream()
        .filter(e -> e.getKey().startsWith(begin + "URLS_"))
        .forEach(
            e ->
                more.put(
                    e.getKey().substring(begin.length() + 5).toLowerCase(Locale.ROOT),
                    e.getValue().toString()));
    return new AppCredentials(
        Ids.DEFAULT_APP,
        slug,
        told.getString(begin + "CLIENT_ID"),
        told.getString(begin + "CLIENT_SECRET"),
        new AppCredentials.Urls(
            told.getString(begin + "API_URL"),
            told.getString(begin + "AUTHORIZE_URL", ""),
            Optional.ofNullable(told.getString(begin + "TOKEN_URL")),
            more),
        "http://localhost/v2/link/connect/" + slug,
        Json.object());
  }

  private OAuth.Granted linkByConsent(OAuth oauth, Adapter adapter, AppCredentials app) {
    List<String> scopes = adapter.descriptor().defaultScopes();
    String verifier = Ids.randomBase62(64);
    DemoConsent.Consent agreed =
        new DemoConsent(vertx)
            .grant(
                oauth.authorizeUrl(
                    app, new OAuth.Start(Ids.randomBase62(16), scopes, verifier, Optional.empty())),
                PERSON);
    return oauth.exchange(
        app,
        new OAuth.Callback(
            agreed.code(),
            verifier,
            scopes,
            Optional.ofNullable(agreed.scope()),
            Ids.uuid(),
            Optional.empty()));
  }

  private OAuth.Granted linkByPassword(Adapter adapter, AppCredentials app, String base) {
    String password = Ids.randomBase62(16);
    web.postAbs(base + "/control/passwords")
        .sendJsonObject(
            new JsonObject().put("login", LOGIN).put("name", PERSON).put("password", password))
        .await();
    boolean typed = adapter.descriptor().auth() != AuthKind.EMAIL;
    PasswordLogin.Outcome outcome =
        adapter.login().orElseThrow().login(app, LOGIN, typed ? password : "", Optional.empty());
    if (outcome instanceof PasswordLogin.Connected in) {
      return in.granted();
    }
    throw new ProviderException.Rejected(
        "the sign-in ended with " + outcome.getClass().getSimpleName());
  }

  private DiagnosticResult read(Adapter adapter, SimulatedAccount account) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    List<NormalizedBatch> all = new ArrayList<>();
    for (Feed feed : adapter.descriptor().feeds()) {
      if (!isPolledForData(feed)) {
        continue;
      }
      for (LocalDate from = today.minusDays(DAYS);
          !from.isAfter(today);
          from = from.plusDays(feed.windowDays())) {
        LocalDate end = from.plusDays(feed.windowDays() - 1L);
        readPages(adapter, account, feed, from, end.isAfter(today) ? today : end, all);
      }
    }
    long records = all.stream().mapToLong(b -> b.summaries().size() + b.samples().size()).sum();
    long refused = all.stream().mapToLong(b -> b.refused().size()).sum();
    TreeSet<String> resources = new TreeSet<>();
    all.forEach(
        b -> {
          b.summaries().forEach(s -> resources.add(s.summary().resource().wire()));
          b.samples().forEach(s -> resources.add(s.resource().wire()));
        });
    if (adapter.descriptor().feeds().stream().noneMatch(SimulatedLinkCheck::isPolledForData)) {
      return DiagnosticResult.good(
          NAME, "against the simulator: linked; the provider pushes its data");
    }
    String text =
        "against the simulator: linked, and "
            + records
            + " records of "
            + resources.size()
            + " resources read";
    return records > 0 && refused == 0
        ? DiagnosticResult.good(NAME, text)
        : DiagnosticResult.note(NAME, text + (refused > 0 ? ", " + refused + " refused" : ""));
  }

  /**
   * Returns whether the feed is polled for data. Other feeds keep a grant valid or request data
   * that is sent later.
   */
  private static boolean isPolledForData(Feed feed) {
    return feed.poll() && !feed.resources().isEmpty();
  }

  private void readPages(
      Adapter adapter,
      SimulatedAccount account,
      Feed feed,
      LocalDate first,
      LocalDate last,
      List<NormalizedBatch> into) {
    Puller.Window window = new Puller.Window(first, last, Instant.now());
    JsonNode cursor = null;
    for (int page = 0; page < MAX_PAGES; page++) {
      Puller.Page read = adapter.puller().orElseThrow().pull(account, feed, window, cursor);
      into.add(read.batch().retain(feed.resources()));
      cursor = read.next();
      if (cursor == null) {
        return;
      }
    }
  }
}
