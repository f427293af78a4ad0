package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.SourcedSummary;
import io.tributary.model.Summary;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.core.Vertx;
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
 * An adapter against its simulator, without a node: for what the cells of {@link ProviderCases} do
 * not ask.
 */
public abstract class AdapterHarness implements AutoCloseable {
  public final Vertx vertx = Vertx.vertx();
  public final Sim sim;
  public final ProviderHttp http;
  public final Adapter adapter;

  /** Long enough for each vendor, and with what a URL must escape. */
  private static final String STATE = "state a b&c";

  private static final UUID NOBODY = new UUID(1, 1);

  /** As RFC 7636 wants it; not looked at by those who know none. */
  private static final String VERIFIER = "v".repeat(64);

  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));

  protected AdapterHarness(
      SimVendor vendor,
      SimOptions options,
      Function<? super ProviderHttp, ? extends Adapter> adapter) {
    this.sim = Sim.start(vertx, vendor, options.withPort(0)).await();
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

  /** With as many calls as a test makes. */
  public static SimOptions options() {
    return SimOptions.defaults().withDays(60).withRate(100_000, Duration.ofMinutes(1));
  }

  /** The application, led to the simulator. */
  public abstract AppCredentials app();

  /** Where data calls begin, as the simulator sees their paths. */
  protected abstract String dataPath();

  public final OAuth oauth() {
    return adapter.oauth().orElseThrow();
  }

  public final TokenRefreshClient renewer() {
    return adapter.renewer().orElseThrow();
  }

  /** What the browser brings back after the person agreed. */
  public final Map<String, String> consent(String person, List<String> scopes) {
    String asked = oauth().authorizeUrl(app(), new OAuth.Start(STATE, scopes, VERIFIER));
    // Who names no scopes has them ticked on the page.
    String ticked = asked.contains("scope=") ? "" : "&sim_scopes=" + String.join("+", scopes);
    String page = asked + CasesCloud.agrees(person) + ticked;
    var answer = web.getAbs(page).send().await();
    String back = answer.getHeader("Location");
    assertNotNull(back, () -> answer.statusCode() + " " + answer.bodyAsString());
    Map<String, String> query = CasesCloud.query(back);
    assertEquals(STATE, query.get("state"));
    return query;
  }

  /** The person agrees, the code is exchanged. */
  public final OAuth.Granted grant(String person, List<String> scopes) {
    Map<String, String> back = consent(person, scopes);
    return oauth()
        .exchange(
            app(),
            new OAuth.Callback(
                back.get("code"), VERIFIER, scopes, Optional.ofNullable(back.get("scope"))));
  }

  public final ProbeAccount account(String person, List<String> scopes) {
    return new ProbeAccount(adapter, app(), grant(person, scopes));
  }

  public final SimPerson person(String name) {
    return sim.in(w -> w.people().named(name)).await();
  }

  public final JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  /** Harm to calls for data whose path goes on like this. */
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

  /** What a notice tells of, now. */
  public final Puller.Page fetch(Puller.Account account, String feed, FetchTarget told) {
    return adapter.fetcher().orElseThrow().fetch(account, feed(feed), told, Instant.now());
  }

  /** All pages of a window, in their order. */
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

  /** All of a window: its pages put together. */
  public final NormalizedBatch pull(
      Puller.Account account, String feed, LocalDate first, LocalDate last) {
    return CasesCloud.join(
        pages(account, feed, first, last).stream().map(Puller.Page::batch).toList());
  }

  /**
   * Holds the windows before and from a day against both as one: nothing is there twice, and
   * nothing is missing.
   *
   * @return how many records there are
   */
  public final int sideBySide(
      Puller.Account account, String feed, LocalDate first, LocalDate cut, LocalDate last) {
    Set<String> whole = records(pull(account, feed, first, last));
    Set<String> parts = records(pull(account, feed, first, cut.minusDays(1)));
    Set<String> second = records(pull(account, feed, cut, last));
    assertEquals(whole.size(), parts.size() + second.size(), () -> "twice in " + feed);
    parts.addAll(second);
    assertEquals(whole, parts, feed);
    return whole.size();
  }

  /** Everything that would be stored, as text that can be compared. */
  public static Set<String> records(NormalizedBatch batch) {
    Set<String> out = new HashSet<>();
    batch.summaries().forEach(s -> out.add(s.id(NOBODY) + s.content(NOBODY)));
    batch.samples().forEach(s -> out.add(s.toString()));
    return out;
  }

  /** All of a window, which must fit into one page. */
  public final NormalizedBatch pullOne(
      Puller.Account account, String feed, LocalDate first, LocalDate last) {
    var window = new Puller.Window(first, last, Instant.now());
    Puller.Page page = page(account, feed, window, null);
    assertNull(page.next());
    return page.batch();
  }

  /** The summaries of one kind. */
  public static <T extends Summary> List<T> all(NormalizedBatch batch, Class<T> type) {
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
