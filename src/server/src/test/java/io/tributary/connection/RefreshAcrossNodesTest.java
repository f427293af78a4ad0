package io.tributary.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.event.Outbox;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Descriptor;
import io.tributary.provider.OAuth;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.simulators.kit.IssuedTokens;
import io.tributary.simulators.kit.OAuthSimRules;
import io.tributary.simulators.kit.RateQuotas;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimContext;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimVendor;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes that need the token of one connection at the same time. */
class RefreshAcrossNodesTest {
  private static final int THREADS = 50;

  /** A simulated vendor that only issues tokens. */
  private record TokenOnlyVendor(OAuthSimRules rules) implements SimVendor {
    @Override
    public String slug() {
      return "oura";
    }

    @Override
    public Optional<OAuthSimRules> oauth() {
      return Optional.of(rules);
    }

    @Override
    public RateQuotas.Plan limits() {
      return RateQuotas.Plan.none();
    }

    @Override
    public void mount(Router router, SimContext world) {}
  }

  /** Sends the request of Oura's adapter but never returns, as on a node that crashes. */
  private record CrashingAdapter(Adapter delegate, CountDownLatch answered, CountDownLatch finish)
      implements Adapter, OAuth {
    @Override
    public Tokens refresh(AppCredentials app, Session session) {
      delegate.oauth().orElseThrow().refresh(app, session);
      answered.countDown();
      try {
        finish.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException("dead by now");
    }

    @Override
    public Optional<OAuth> oauth() {
      return Optional.of(this);
    }

    @Override
    public Descriptor descriptor() {
      return delegate.descriptor();
    }

    @Override
    public Optional<Puller> puller() {
      return delegate.puller();
    }

    @Override
    public String authorizeUrl(AppCredentials app, Start start) {
      throw new AssertionError("not asked for");
    }

    @Override
    public Granted exchange(AppCredentials app, Callback back) {
      throw new AssertionError("not asked for");
    }

    @Override
    public void revoke(AppCredentials app, Session session) {
      throw new AssertionError("not asked for");
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private Sim sim;
  private TestNode first;
  private TestNode second;
  private ServiceConfig config;
  private boolean crashed;

  private void start(OAuthSimRules rules, String... settings) throws Exception {
    sim =
        Sim.start(
                vertx,
                new TokenOnlyVendor(rules.withScopes(" ", "daily")),
                SimOptions.defaults().withPort(0).withDays(1))
            .await();
    Map<String, String> all = new HashMap<>(sim.settings());
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    config = ConfigLoader.load(Path.of("no-conf"), all);
    List<String> pairs = new ArrayList<>();
    all.forEach((name, value) -> pairs.addAll(List.of(name, value)));
    first = TestNode.start(pairs.toArray(String[]::new));
    second = first.startPeer();
  }

  @AfterEach
  void stop() {
    second.close();
    if (!crashed) {
      first.close();
    }
    sim.close().await();
    vertx.close().await();
  }

  private static Adapter oura(TestNode node) {
    return OuraAdapter.on(
        new ProviderHttp(
            node.vertx(),
            new ProviderHttp.Limits(
                Duration.ofSeconds(30),
                1,
                Duration.ofMillis(10),
                100,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1))));
  }

  private ConnectionLifecycle states(TestNode node, Adapters adapters) {
    return new ConnectionLifecycle(
        new ConnectionRepo(),
        new Outbox(),
        node.node().vault(),
        adapters,
        ProviderCatalog.load(() -> ""),
        config);
  }

  private ProviderSessions accounts(TestNode node, Adapter adapter) {
    Adapters adapters = new Adapters(Map.of("oura", adapter), Map.of());
    return new ProviderSessions(
        node.db(),
        new ConnectionRepo(),
        new OAuthApplications(
            node.db(),
            config,
            node.node().vault(),
            ProviderCatalog.load(() -> ""),
            () -> "http://localhost",
            () -> ""),
        adapters,
        new AccessTokenProvider(
            node.vertx(),
            node.db(),
            node.node().vault(),
            states(node, adapters),
            config.connections()));
  }

  private <T> T sim(Function<SimContext, T> look) {
    return sim.runOnEventLoop(look).await();
  }

  /** Creates a connection of a simulated person that no pull uses yet. */
  private Connection connect() {
    UUID user = Ids.uuid();
    first
        .db()
        .query(
            "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
            user,
            first.tenant().team());
    IssuedTokens issued =
        sim(
            w ->
                w.grants()
                    .issueWithoutCode(
                        w.grants().app("tributary-sandbox").orElseThrow(),
                        w.people().named("ann"),
                        Set.of("daily")));
    return first
        .db()
        .tx(
            tx ->
                states(first, new Adapters(Map.of("oura", oura(first)), Map.of()))
                    .connect(
                        tx,
                        new ConnectionLifecycle.NewLink(
                            user,
                            first.tenant(),
                            null,
                            "oura",
                            Ids.DEFAULT_APP,
                            false,
                            issued.person().id(),
                            List.of("daily"),
                            List.of("daily"),
                            new OAuth.Tokens(
                                issued.accessToken(),
                                issued.refreshToken().orElseThrow(),
                                Instant.now().plus(Duration.ofHours(1))))));
  }

  private void column(Connection c, String assignment) {
    second.db().query("update connection set " + assignment + " where id = $1", c.id());
  }

  private Connection now(Connection c) {
    return new ConnectionRepo().find(second.db(), c.id()).orElseThrow();
  }

  @Test
  void aHundredNeedsOnTwoNodesAreOneRefresh() throws Exception {
    start(OAuthSimRules.standard().withReuseRevoking().withAccessRevokedOnRefresh());
    Connection c = connect();
    String before = accounts(first, oura(first)).open(c, PermitClient.UNLIMITED).accessToken();
    CyclicBarrier together = new CyclicBarrier(2 * THREADS);
    List<Future<String>> needs = new ArrayList<>();
    Set<String> got = new HashSet<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (TestNode node : List.of(first, second)) {
        ProviderSessions accounts = accounts(node, oura(node));
        for (int i = 0; i < THREADS; i++) {
          needs.add(
              threads.submit(
                  () -> {
                    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
                    account.tokenRejected(before);
                    together.await();
                    return account.accessToken();
                  }));
        }
      }
      for (Future<String> need : needs) {
        got.add(need.get());
      }
    }
    assertEquals(1, (int) sim(w -> w.grants().refreshes()));
    assertEquals(0, (int) sim(w -> w.grants().reuses()));
    assertEquals(0, (int) sim(w -> w.grants().revocations()));
    assertEquals(2 * THREADS, needs.size());
    assertEquals(1, got.size());
    assertNotEquals(Set.of(before), got);
    assertTrue(sim(w -> w.grants().grantOf(got.iterator().next())).isPresent());
    assertEquals(ConnectionStatus.CONNECTED, now(c).status());
  }

  @Test
  void aNodeThatDiesWithTheAnswerLeavesTheConnectionToTheOthersGrace() throws Exception {
    start(
        OAuthSimRules.standard(),
        "TRIBUTARY_CONNECTIONS_REFRESH_LEASE",
        "3s",
        "TRIBUTARY_CONNECTIONS_REJECTION_RETRY_SCHEDULE",
        "1h");
    Connection c = connect();
    String before = accounts(second, oura(second)).open(c, PermitClient.UNLIMITED).accessToken();
    column(c, "token_expires_at = now() + interval '1 minute'");
    CountDownLatch answered = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    ProviderSessions dying = accounts(first, new CrashingAdapter(oura(first), answered, over));
    Thread.startVirtualThread(
        () ->
            assertThrows(
                RuntimeException.class, () -> dying.open(c, PermitClient.UNLIMITED).accessToken()));
    answered.await();
    first.crash();
    crashed = true;
    // The second node waits for the dead node's lease to expire. Its refresh is rejected because
    // the refresh token has been used.
    assertEquals(
        before, accounts(second, oura(second)).open(c, PermitClient.UNLIMITED).accessToken());
    over.countDown();
    assertEquals(1, (int) sim(w -> w.grants().refreshes()));
    assertEquals(1, (int) sim(w -> w.grants().reuses()));
    assertEquals(ConnectionStatus.CONNECTED, now(c).status());
    assertEquals(
        "2 1",
        second
            .db()
            .query(
                "select token_lease_epoch || ' ' || token_refusals from connection where id = $1",
                c.id())
            .iterator()
            .next()
            .getString(0));
    // The provider is not called again until the retry delay is over. Then the connection ends.
    column(c, "token_expires_at = now() - interval '1 minute'");
    Puller.Account account = accounts(second, oura(second)).open(c, PermitClient.UNLIMITED);
    assertThrows(ProviderException.Unavailable.class, account::accessToken);
    assertEquals(1, (int) sim(w -> w.grants().reuses()));
    column(c, "token_refused_at = token_refused_at - interval '1 hour'");
    assertThrows(ProviderException.AccountRevoked.class, account::accessToken);
    assertEquals(2, (int) sim(w -> w.grants().reuses()));
    assertEquals("token_refresh_failed", now(c).error().orElseThrow().errorType());
  }
}
