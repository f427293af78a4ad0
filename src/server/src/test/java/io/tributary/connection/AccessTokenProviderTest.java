package io.tributary.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.provider.PermitClient;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AccessTokenProviderTest {
  private static OuraConnectionFixture bench;
  private static ProviderSessions accounts;

  @BeforeAll
  static void start() throws Exception {
    bench = new OuraConnectionFixture();
    accounts = bench.createSessions();
  }

  @AfterAll
  static void stop() {
    bench.close();
  }

  private static Connection now(Connection c) {
    return new ConnectionRepo().find(bench.db, c.id()).orElseThrow();
  }

  private static void expiresIn(Connection c, int seconds) {
    bench.db.query(
        "update connection set token_expires_at = now() + make_interval(secs => $2) where id = $1",
        c.id(),
        (double) seconds);
  }

  @Test
  void twentyOpensAtOnceRefreshOnce() throws Exception {
    Connection c = bench.connectNewUser();
    String before = accounts.open(c, PermitClient.UNLIMITED).accessToken();
    expiresIn(c, 60);
    int refreshes = bench.tokenCalls();
    ProviderSessions otherNode = bench.createSessions();
    List<Callable<String>> opens = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ProviderSessions node = i % 2 == 0 ? accounts : otherNode;
      opens.add(() -> node.open(c.id(), PermitClient.UNLIMITED).accessToken());
    }
    Set<String> tokens = new HashSet<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(20)) {
      for (Future<String> f : threads.invokeAll(opens)) {
        tokens.add(f.get());
      }
    }
    assertEquals(1, bench.tokenCalls() - refreshes);
    assertEquals(1, tokens.size());
    assertNotEquals(Set.of(before), tokens);
  }

  @Test
  void aRefusedTokenIsRenewedThoughItIsFresh() throws Exception {
    Puller.Account account = accounts.open(bench.connectNewUser(), PermitClient.UNLIMITED);
    String first = account.accessToken();
    assertEquals(first, account.accessToken());
    account.tokenRejected(first);
    String second = account.accessToken();
    assertNotEquals(first, second);
    assertEquals(second, account.accessToken());
  }

  private static int refusalCount(Connection c) {
    return bench
        .db
        .query("select token_refusals from connection where id = $1", c.id())
        .iterator()
        .next()
        .getInteger(0);
  }

  /** Moves the refusals into the past, so that no retry delay is left. */
  private static void expireRetryDelay(Connection c) {
    bench.db.query(
        "update connection set token_refused_at = token_refused_at - interval '1 day' where id ="
            + " $1",
        c.id());
  }

  private static void refuseRenewals(int times) throws Exception {
    bench.control(
        "POST",
        "/control/faults",
        "{\"path_prefix\":\"/oauth/token\",\"status\":400,\"count\":" + times + "}");
  }

  private static List<JsonNode> errors(Connection c) {
    return RowMapping.list(
        bench.db.query(
            "select body from message where user_id = $1"
                + " and event_type = 'provider.connection.error'",
            c.userId()),
        r -> Json.parse(RowMapping.bytes(r, "body")).get("data"));
  }

  @Test
  void aRefusedRenewalIsNotedAndTheTokenThatIsStillGoodGoesOn() throws Exception {
    Connection c = bench.connectNewUser();
    String before = accounts.open(c, PermitClient.UNLIMITED).accessToken();
    expiresIn(c, 60);
    refuseRenewals(1);
    assertEquals(before, accounts.open(c, PermitClient.UNLIMITED).accessToken());
    int asked = bench.tokenCalls();
    assertEquals(before, accounts.open(c, PermitClient.UNLIMITED).accessToken());
    assertEquals(asked, bench.tokenCalls());
    assertEquals(1, refusalCount(c));
    expireRetryDelay(c);
    assertNotEquals(before, accounts.open(c, PermitClient.UNLIMITED).accessToken());
    assertEquals(0, refusalCount(c));
    assertEquals(ConnectionStatus.CONNECTED, now(c).status());
  }

  @Test
  void withoutAGoodTokenWorkWaitsForTheNextTry() throws Exception {
    Connection c = bench.connectNewUser();
    expiresIn(c, -60);
    refuseRenewals(1);
    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
    assertThrows(ProviderException.Unavailable.class, account::accessToken);
    int asked = bench.tokenCalls();
    assertThrows(ProviderException.Unavailable.class, account::accessToken);
    assertEquals(asked, bench.tokenCalls());
    assertEquals(ConnectionStatus.CONNECTED, now(c).status());
    expireRetryDelay(c);
    account.accessToken();
  }

  @Test
  void theRefusalAfterTheLastWaitEndsTheConnectionWithAnEvent() throws Exception {
    Connection c = bench.connectNewUser();
    bench.control("POST", "/control/users/" + c.externalUserId() + "/revoke", "{}");
    expiresIn(c, -60);
    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
    for (int i = 1; i <= bench.config.connections().rejectionRetrySchedule().size(); i++) {
      assertThrows(ProviderException.Unavailable.class, account::accessToken);
      assertEquals(i, refusalCount(c));
      assertEquals(ConnectionStatus.CONNECTED, now(c).status());
      expireRetryDelay(c);
    }
    assertThrows(ProviderException.AccountRevoked.class, account::accessToken);
    assertEquals(ConnectionStatus.ERROR, now(c).status());
    assertEquals("token_refresh_failed", now(c).error().orElseThrow().errorType());
    List<JsonNode> events = errors(c);
    assertEquals(1, events.size());
    assertEquals("oura", events.getFirst().get("provider").asText());
    assertEquals("token_refresh_failed", events.getFirst().get("error_type").asText());
    assertThrows(ConnectionEnded.class, () -> accounts.open(c.id(), PermitClient.UNLIMITED));
    assertThrows(ConnectionEnded.class, account::accessToken);
    assertEquals(0, refusalCount(bench.link(c.userId())));
  }

  private static void dropRefreshToken(Connection c) {
    bench.db.query("update connection set refresh_token_encrypted = null where id = $1", c.id());
  }

  @Test
  void aTokenThatCannotBeRenewedIsGoodUntilTheProviderSaysNo() throws Exception {
    Connection c = bench.connectNewUser();
    dropRefreshToken(c);
    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
    String only = account.accessToken();
    account.tokenRejected(only);
    ProviderException.AccountRevoked gone =
        assertThrows(ProviderException.AccountRevoked.class, account::accessToken);
    assertEquals("deregistered_per_provider", gone.errorType());
    assertEquals("deregistered_per_provider", errors(c).getFirst().get("error_type").asText());
  }

  @Test
  void aTokenThatRanOutAndCannotBeRenewedIsNoRevocation() throws Exception {
    Connection c = bench.connectNewUser();
    dropRefreshToken(c);
    expiresIn(c, -60);
    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
    account.tokenRejected(account.accessToken());
    assertThrows(ProviderException.AccountRevoked.class, account::accessToken);
    assertEquals("token_refresh_failed", errors(c).getFirst().get("error_type").asText());
  }

  @Test
  void anUnreachableProviderIsNotTerminalAndTheNextTryIsFree() throws Exception {
    Connection c = bench.connectNewUser();
    expiresIn(c, 60);
    bench.control(
        "POST", "/control/faults", "{\"path_prefix\":\"/oauth/token\",\"status\":503,\"count\":1}");
    Puller.Account account = accounts.open(c, PermitClient.UNLIMITED);
    assertThrows(ProviderException.Unavailable.class, account::accessToken);
    assertEquals(ConnectionStatus.CONNECTED, now(c).status());
    account.accessToken();
  }

  /** The provider has consumed the old refresh token, so the new tokens must not be lost. */
  @Test
  void aNewPairOutlastsADatabaseThatIsAway() throws Exception {
    Connection c = bench.connectNewUser();
    expiresIn(c, 60);
    bench.db.query("create sequence store_tries");
    bench.db.query(
        """
        create function away() returns trigger language plpgsql as $$
        begin
          if nextval('store_tries') <= 2 then
            raise exception 'no memory' using errcode = '53200';
          end if;
          return new;
        end $$
        """);
    bench.db.query(
        "create trigger away before update of access_token_encrypted on connection"
            + " for each row execute function away()");
    try {
      String renewed = accounts.open(c, PermitClient.UNLIMITED).accessToken();
      assertEquals(renewed, accounts.open(c.id(), PermitClient.UNLIMITED).accessToken());
      assertEquals(ConnectionStatus.CONNECTED, now(c).status());
      assertEquals(
          3L, bench.db.query("select last_value from store_tries").iterator().next().getLong(0));
    } finally {
      bench.db.query("drop trigger away on connection");
    }
  }

  @Test
  void aRelinkEndsWhatTheOlderGenerationDoes() throws Exception {
    Connection c = bench.connectNewUser();
    Puller.Account old = accounts.open(c, PermitClient.UNLIMITED);
    assertEquals(c.generation() + 1, bench.link(c.userId()).generation());
    assertThrows(ConnectionEnded.class, old::accessToken);
  }
}
