package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Summary;
import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * An adapter against its simulator, without a node. Covers behavior beyond the cells of {@link
 * ProviderCases}.
 */
public abstract class AdapterHarness implements AutoCloseable {
  public final Vertx vertx = Vertx.vertx();
  public final Sim sim;
  public final ProviderHttp http;
  public final Adapter adapter;

  /** Long enough for each vendor, with characters that a URL must escape. */
  private static final String STATE = "state a b&c";

  private static final UUID UNKNOWN_PERSON = new UUID(1, 1);

  /** A code verifier as RFC 7636 requires; vendors without PKCE ignore it. */
  private static final String VERIFIER = "v".repeat(64);

  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));

  protected AdapterHarness(
      SimVendor vendor,
      SimOptions options,
      Function<? super ProviderHttp, ? extends Adapter> adapter) {
    // Always worn: days without data would make tests fail on some dates only.
    SimOptions worn = options.withTraits(Set.of(PersonTrait.ALWAYS_WORN));
    this.sim = Sim.start(vertx, vendor, worn.withPort(0)).await();
    this.http =
        new ProviderHttp(
            vertx,
            new ProviderHttp.Limits(
                Duration.ofSeconds(60),
                3,
                Duration.ofMillis(5),
                9,
                Duration.ofMinutes(1),
                Duration.ofSeconds(60)));
    this.adapter = adapter.apply(http);
  }

  /** Returns options that allow every call of a test. */
  public static SimOptions options() {
    return SimOptions.defaults().withDays(60).withRate(100_000, Duration.ofMinutes(1));
  }

  /** Returns the application credentials for the simulator. */
  public abstract AppCredentials app();

  /** Returns the path prefix of data calls at the simulator. */
  protected abstract String dataPath();

  public final OAuth oauth() {
    return adapter.oauth().orElseThrow();
  }

  public final TokenRefreshClient renewer() {
    return adapter.renewer().orElseThrow();
  }

  /** Returns the callback parameters after the person agrees. */
  public final Map<String, String> consent(String person, List<String> scopes) {
    String asked = oauth().authorizeUrl(app(), new OAuth.Start(STATE, scopes, VERIFIER));
    // A vendor without requested scopes lets the person tick them on the page.
    String ticked = asked.contains("scope=") ? "" : "&sim_scopes=" + String.join("+", scopes);
    String page = asked + SimulatedVendorCloud.consentParameters(person) + ticked;
    var answer = web.getAbs(page).send().await();
    String back = answer.getHeader("Location");
    assertNotNull(back, () -> answer.statusCode() + " " + answer.bodyAsString());
    Map<String, String> query = SimulatedVendorCloud.query(back);
    assertEquals(STATE, query.get("state"));
    return query;
  }

  /** Agrees as the person and exchanges the code. */
  public final OAuth.Granted grant(String person, List<String> scopes) {
    Map<String, String> back = consent(person, scopes);
    return oauth()
        .exchange(
            app(),
            new OAuth.Callback(
                back.get("code"), VERIFIER, scopes, Optional.ofNullable(back.get("scope"))));
  }

  public final TestAccount account(String person, List<String> scopes) {
    return new TestAccount(adapter, app(), grant(person, scopes));
  }

  public final SimPerson person(String name) {
    return sim.runOnEventLoop(w -> w.people().named(name)).await();
  }

  /**
   * Creates a person who exercises every day, for tests that need workouts: on some dates, other
   * people have few or none in a window.
   *
   * @return the name
   */
  public final String dailyExerciser(String name) {
    control(
        "people",
        new JsonObject().put("name", name).put("traits", new JsonArray().add("across_midnight")));
    return name;
  }

  public final JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  /** Injects a fault into data calls whose path continues like this. */
  public final void fault(String path, JsonObject what) {
    control("faults", what.put("path_prefix", dataPath() + path));
  }

  public final Feed feed(String name) {
    return adapter.descriptor().feed(name).orElseThrow();
  }

  public final Puller.Page page(
      Puller.Account account, String feed, Puller.Window window, JsonNode cursor) {
    return adapter.puller().orElseThrow().pull(account, feed(feed), window, cursor);
  }

  /** Fetches the data of a notification now. */
  public final Puller.Page fetch(Puller.Account account, String feed, FetchTarget told) {
    return adapter.fetcher().orElseThrow().fetch(account, feed(feed), told, Instant.now());
  }

  /** Returns all pages of a window in order. */
  public final List<Puller.Page> pages(
      Puller.Account account, String feed, LocalDate first, LocalDate last) {
    var window = new Puller.Window(first, last, Instant.now());
    List<Puller.Page> out = new ArrayList<>();
    do {
      var cursor = out.isEmpty() ? null : out.getLast().next();
      out.add(page(account, feed, window, cursor));
    } while (out.getLast().next() != null);
    return out;
  }

  /** Returns all pages of a window as one batch. */
  public final NormalizedBatch pull(
      Puller.Account account, String feed, LocalDate first, LocalDate last) {
    return SimulatedVendorCloud.join(
        pages(account, feed, first, last).stream().map(Puller.Page::batch).toList());
  }

  /**
   * Compares two adjacent windows with one window over both: no record may be duplicated or
   * missing.
   *
   * @return number of records
   */
  public final int compareSplitWindow(
      Puller.Account account, String feed, LocalDate first, LocalDate cut, LocalDate last) {
    Set<String> whole = records(pull(account, feed, first, last));
    Set<String> parts = records(pull(account, feed, first, cut.minusDays(1)));
    Set<String> second = records(pull(account, feed, cut, last));
    assertEquals(whole.size(), parts.size() + second.size(), () -> "twice in " + feed);
    parts.addAll(second);
    assertEquals(whole, parts, feed);
    return whole.size();
  }

  /** Returns everything that would be stored, as comparable text. */
  public static Set<String> records(NormalizedBatch batch) {
    Set<String> out = new HashSet<>();
    batch.summaries().forEach(s -> out.add(s.id(UNKNOWN_PERSON) + s.content(UNKNOWN_PERSON)));
    batch.samples().forEach(s -> out.add(s.toString()));
    return out;
  }

  /** Returns all data of a window, which must fit into one page. */
  public final NormalizedBatch pullSinglePage(
      Puller.Account account, String feed, LocalDate first, LocalDate last) {
    var window = new Puller.Window(first, last, Instant.now());
    Puller.Page page = page(account, feed, window, null);
    assertNull(page.next());
    return page.batch();
  }

  /** Returns the summaries of one type. */
  public static <T extends Summary> List<T> summaries(NormalizedBatch batch, Class<T> type) {
    return batch.summaries().stream()
        .map(SourcedSummary::summary)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  public static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  @Override
  public void close() {
    sim.close().await();
    vertx.close().await();
  }
}
