package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Accounts;
import io.tributary.connection.Apps;
import io.tributary.connection.ConnectionGone;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ConnectionStates;
import io.tributary.connection.OpenAccounts;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.event.Outbox;
import io.tributary.harness.ClearText;
import io.tributary.harness.Eventually;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Environment;
import io.tributary.kernel.Ids;
import io.tributary.kernel.Tenant;
import io.tributary.provider.Adapters;
import io.tributary.provider.AuthKind;
import io.tributary.provider.CallGate;
import io.tributary.provider.ProviderCatalog;
import io.tributary.provider.ProviderFault;
import io.tributary.provider.Puller;
import io.tributary.pull.HistoricalStage;
import io.tributary.simulator.kit.OAuthSimRules;
import io.tributary.simulator.kit.PasswordSim;
import io.tributary.simulator.kit.Quotas;
import io.tributary.simulator.kit.Sim;
import io.tributary.simulator.kit.SimOptions;
import io.tributary.simulator.kit.SimVendor;
import io.tributary.simulator.kit.SimWorld;
import io.tributary.vault.MasterKeys;
import io.tributary.vault.Vault;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Links by what users type, through the verticle, with a vendor that guards its passwords. */
class PasswordLinkTest {
  private static final String PASSWORD = "abbott_libreview";
  private static final String OTHER = "eight_sleep";
  private static final String EMAIL = "freestyle_libre";
  private static final Tenant TENANT = new Tenant(Ids.uuid(), Environment.SANDBOX);

  private static final class Guarded implements SimVendor {
    @Override
    public String slug() {
      return PASSWORD;
    }

    @Override
    public Optional<OAuthSimRules> oauth() {
      return Optional.of(OAuthSimRules.standard());
    }

    @Override
    public Quotas.Plan limits() {
      return Quotas.Plan.none();
    }

    @Override
    public PasswordSim.Rules passwords() {
      return new PasswordSim.Rules(100, Duration.ofMinutes(15));
    }

    @Override
    public void mount(Router router, SimWorld world) {}
  }

  private static Vertx vertx;
  private static Sim sim;
  private static Db db;
  private static String url;
  private static Bus bus;
  private static ServiceConfig config;
  private static TypedVendor vendor;
  private static Accounts accounts;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    sim = Sim.start(vertx, new Guarded(), SimOptions.defaults().withPort(0).withDays(1)).await();
    config =
        ConfigLoader.load(
            Path.of("src/test/resources/no-conf"),
            Map.of(
                "TRIBUTARY_PROVIDERS_ABBOTT_LIBREVIEW_ENABLED", "true",
                "TRIBUTARY_PROVIDERS_EIGHT_SLEEP_ENABLED", "true",
                "TRIBUTARY_PROVIDERS_FREESTYLE_LIBRE_ENABLED", "true",
                "TRIBUTARY_PROVIDERS_FREESTYLE_LIBRE_CLIENT_ID", "practice"));
    url = TestNode.freshDatabase();
    db = Db.open(vertx, url, config.db());
    Vault vault = Vault.open(db, MasterKeys.of(new byte[32]));
    UUID org = Ids.uuid();
    db.query("insert into organisation (id, name) values ($1, 'o')", org);
    db.query("insert into team (id, org_id, name) values ($1, $2, 't')", TENANT.team(), org);
    db.query(
        "insert into team_environment (team_id, environment) values ($1, 'sandbox')",
        TENANT.team());
    vendor = new TypedVendor(PASSWORD, AuthKind.PASSWORD, sim);
    Adapters adapters =
        new Adapters(
            Map.of(
                PASSWORD, vendor,
                OTHER, new TypedVendor(OTHER, AuthKind.PASSWORD, sim),
                EMAIL, new TypedVendor(EMAIL, AuthKind.EMAIL, sim)),
            Map.of());
    ProviderCatalog catalog = ProviderCatalog.load(() -> "");
    Outbox outbox = new Outbox();
    ConnectionStates states =
        new ConnectionStates(new ConnectionRepo(), outbox, vault, adapters, catalog, config);
    Apps apps = new Apps(db, config, vault, catalog, () -> "http://localhost", () -> "");
    accounts = OpenAccounts.of(vertx, db, vault, adapters, apps, states, config);
    bus = Bus.on(vertx);
    LinkFeature feature =
        new LinkFeature(
            vertx,
            db,
            bus,
            config,
            vault,
            () -> "http://localhost",
            catalog,
            adapters,
            apps,
            states,
            new HistoricalStage(adapters, outbox, config.pull(), "test"),
            (provider, app, user, going) -> CallGate.OPEN);
    vertx
        .deployVerticle(
            feature.verticle(),
            new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
  }

  @AfterAll
  static void stop() {
    db.close().await();
    sim.close().await();
    vertx.close().await();
  }

  private static UUID user() {
    UUID user = Ids.uuid();
    db.query(
        "insert into app_user (id, team_id, environment) values ($1, $2, 'sandbox')",
        user,
        TENANT.team());
    return user;
  }

  private static String token(UUID user, boolean errorRedirects) {
    return bus.<LinkMessages.TokenMade>ask(
            Address.LINK,
            new LinkMessages.CreateToken(
                new LinkSessions.Wanted(
                    TENANT,
                    user,
                    Optional.empty(),
                    Optional.of("https://app.test/done"),
                    Optional.empty(),
                    errorRedirects,
                    false)))
        .await()
        .linkToken();
  }

  private static String token(UUID user) {
    return token(user, false);
  }

  /** An account of the vendor; its name is made up anew. */
  private static String account(String password, boolean expired, String code, String region) {
    String login = Ids.random(10) + "@example.com";
    sim.in(
            w -> {
              w.passwords()
                  .put(new PasswordSim.Account(login, password, login, expired, code, region));
              return login;
            })
        .await();
    return login;
  }

  private static Future<LinkMessages.Ended> asked(
      String token, String slug, String login, String password) {
    return bus.ask(
        Address.LINK,
        new LinkMessages.SignIn(
            token, slug, new PasswordLinking.Typed(login, password, Optional.empty())));
  }

  private static LinkResult signIn(String token, String login, String password) {
    return asked(token, PASSWORD, login, password).await().result();
  }

  private static LinkResult code(String token, String code) {
    return bus.<LinkMessages.Ended>ask(
            Address.LINK, new LinkMessages.CompleteMfa(token, PASSWORD, code))
        .await()
        .result();
  }

  private static LinkResult email(String token, String address, Optional<String> region) {
    return bus.<LinkMessages.Ended>ask(
            Address.LINK,
            new LinkMessages.SignIn(token, EMAIL, new PasswordLinking.Typed(address, "", region)))
        .await()
        .result();
  }

  private static LinkError error(LinkResult result) {
    return result.failure().orElseThrow().error();
  }

  private static Row connection(UUID user) {
    return Rows.first(
            db.query(
                "select id, status, error_type, external_user_id, credentials_encrypted,"
                    + " provider_state ->> 'region' as region from connection where user_id = $1",
                user),
            r -> r)
        .orElseThrow();
  }

  private static int events(UUID user, String type) {
    return db.query("select 1 from message where user_id = $1 and event_type = $2", user, type)
        .size();
  }

  private static int attempts() {
    return sim.in(w -> w.passwords().attempts()).await();
  }

  @Test
  void theRightPasswordConnectsOnce() {
    UUID user = user();
    String login = account("right", false, "", "");
    String token = token(user);
    LinkResult linked = signIn(token, login, "right");
    assertEquals("success", linked.view().get("state").asText());
    assertEquals("https://app.test/done?state=success", linked.view().get("redirect_url").asText());
    assertTrue(linked.view().get("connected").asBoolean());
    Row c = connection(user);
    assertEquals("connected", c.getString("status"));
    assertEquals(login, c.getString("external_user_id"));
    assertEquals(1, events(user, "provider.connection.created"));
    int before = attempts();
    assertEquals(LinkError.TOKEN_CONSUMED, error(signIn(token, login, "right")));
    assertEquals(before, attempts());
  }

  @Test
  void whatIsKeptToSignInAgainIsSealed() {
    UUID user = user();
    String login = account("very-secret-word", false, "", "");
    signIn(token(user), login, "very-secret-word");
    byte[] kept = Rows.bytes(connection(user), "credentials_encrypted");
    assertFalse(new String(kept, StandardCharsets.ISO_8859_1).contains("very-secret-word"));
    assertFalse(
        new PasswordLinking.Typed(login, "very-secret-word", Optional.empty())
            .toString()
            .contains("secret"));
  }

  @Test
  void nothingThatIsTypedLiesAnywhereInClear() {
    ClearText search = new ClearText(db, url);
    UUID user = user();
    String word = "password-" + Ids.random(20);
    String factor = "factor-" + Ids.random(20);
    String login = account(word, false, factor, "");
    String token = token(user);
    signIn(token, login, word);
    assertEquals(List.of(), search.tables(word), "while the second factor is waited for");
    assertTrue(code(token, factor).succeeded());
    for (String typed : List.of(word, factor)) {
      assertEquals(List.of(), search.tables(typed));
    }
    assertFalse(search.tables(login).isEmpty(), "what may be seen is found");
    assertFalse(search.inFiles(List.of(login)).isEmpty());
    assertEquals(List.of(), search.inFiles(List.of(word, factor)));
  }

  @Test
  void aWrongPasswordIsShownWhereItWasTypedAndLeavesTheTokenGood() {
    UUID user = user();
    String login = account("right", false, "", "");
    String token = token(user);
    LinkResult wrong = signIn(token, login, "wrong");
    assertEquals("error", wrong.view().get("state").asText());
    assertEquals(LinkError.PROVIDER_CREDENTIAL_ERROR, error(wrong));
    assertTrue(wrong.view().get("redirect_url").isNull());
    assertTrue(signIn(token, login, "right").succeeded());
  }

  @Test
  void aSessionThatSendsErrorsBackSaysWhere() {
    String login = account("right", false, "", "");
    String where = signIn(token(user(), true), login, "wrong").view().get("redirect_url").asText();
    assertTrue(
        where.startsWith(
            "https://app.test/done?state=error&error_type=provider_credential_error&error="),
        where);
  }

  @Test
  void anExpiredPasswordIsToldApart() {
    String login = account("right", true, "", "");
    assertEquals(LinkError.PROVIDER_PASSWORD_EXPIRED, error(signIn(token(user()), login, "right")));
  }

  @Test
  void whatTheAdapterFoundOutAboutTheAccountStaysWithTheConnection() {
    UUID user = user();
    assertTrue(signIn(token(user), account("right", false, "", "jp"), "right").succeeded());
    assertEquals("jp", connection(user).getString("region"));
  }

  @Test
  void aSecondFactorIsWaitedFor() {
    UUID user = user();
    String login = account("right", false, "123456", "");
    String token = token(user);
    LinkResult pending = signIn(token, login, "right");
    assertEquals("pending_provider_mfa", pending.view().get("state").asText());
    assertEquals(
        "{\"method\":\"email\",\"hint\":\"a***@example.com\"}",
        pending.view().get("provider_mfa").toString());
    assertTrue(pending.view().get("redirect_url").isNull());
    assertFalse(pending.view().get("connected").asBoolean());
    assertEquals(LinkError.INCORRECT_MFA_CODE, error(code(token, "000000")));
    assertTrue(code(token, "123456").succeeded());
    assertEquals(login, connection(user).getString("external_user_id"));
    assertEquals(LinkError.TOKEN_CONSUMED, error(code(token, "123456")));
    assertEquals(
        0,
        db.query(
                "select 1 from link_session where user_id = $1"
                    + " and login_pending_encrypted is not null",
                user)
            .size());
  }

  @Test
  void afterFiveWrongCodesTheRightOneComesTooLate() {
    String login = account("right", false, "123456", "");
    String token = token(user());
    signIn(token, login, "right");
    for (int i = 0; i < PasswordLinking.MOST_CODES; i++) {
      assertEquals(LinkError.INCORRECT_MFA_CODE, error(code(token, "000000")));
    }
    assertEquals(LinkError.TOKEN_NOT_VALIDATED, error(code(token, "123456")));
    signIn(token, login, "right");
    assertTrue(code(token, "123456").succeeded());
  }

  @Test
  void aCodeThatNobodyAskedForIsNoAttempt() {
    assertEquals(LinkError.TOKEN_NOT_VALIDATED, error(code(token(user()), "123456")));
  }

  @Test
  void twoSubmitsAtOnceAreOneConnection() {
    UUID user = user();
    String login = account("right", false, "", "");
    String token = token(user);
    List<LinkMessages.Ended> both =
        Future.all(asked(token, PASSWORD, login, "right"), asked(token, PASSWORD, login, "right"))
            .<List<LinkMessages.Ended>>map(all -> all.list())
            .await();
    assertEquals(1, both.stream().filter(e -> e.result().succeeded()).count());
    assertEquals(
        List.of(LinkError.TOKEN_CONSUMED),
        both.stream().flatMap(e -> e.result().failure().stream()).map(f -> f.error()).toList());
    assertEquals(1, events(user, "provider.connection.created"));
  }

  @Test
  void aRegionWithoutPracticesOfThisInstallationIsUnsupported() {
    String token = token(user());
    assertEquals(LinkError.UNSUPPORTED_REGION, error(email(token, "a@b.test", Optional.of("de"))));
    String address = account("", false, "", "us");
    assertTrue(email(token, address, Optional.empty()).succeeded());
  }

  private static void expire(UUID user) {
    db.query(
        "update connection set token_expires_at = now() - interval '1 minute' where user_id = $1",
        user);
  }

  private static Puller.Account open(UUID user) {
    return accounts.open(connection(user).getUUID("id"), OpenAccounts.FREE);
  }

  @Test
  void aSessionThatEndedIsOpenedAgainWithWhatWasKept() {
    UUID user = user();
    signIn(token(user), account("right", false, "", "eu"), "right");
    String before = open(user).accessToken();
    expire(user);
    String after = open(user).accessToken();
    assertNotEquals(before, after);
    assertEquals(after, open(user).accessToken());
  }

  @Test
  void aPasswordThatIsRejectedIsNeverTriedAgainAndNotKept() {
    UUID user = user();
    String login = account("right", false, "", "");
    signIn(token(user), login, "right");
    Puller.Account account = open(user);
    sim.in(
            w -> {
              w.passwords().put(new PasswordSim.Account(login, "changed", login, false, "", ""));
              return login;
            })
        .await();
    expire(user);
    int before = attempts();
    ProviderFault.AccountGone gone =
        assertThrows(ProviderFault.AccountGone.class, account::accessToken);
    assertEquals("provider_credential_error", gone.errorType());
    assertThrows(ConnectionGone.class, account::accessToken);
    assertThrows(ConnectionGone.class, () -> open(user));
    assertEquals(before + 1, attempts());
    Row c = connection(user);
    assertEquals("error", c.getString("status"));
    assertEquals("provider_credential_error", c.getString("error_type"));
    assertEquals(null, Rows.bytes(c, "credentials_encrypted"));
    assertEquals(1, events(user, "provider.connection.error"));
    // A new link brings it back.
    assertTrue(signIn(token(user), login, "changed").succeeded());
    open(user).accessToken();
  }

  @Test
  void aVendorThatHangsHoldsUpItsOwnLinksOnly() {
    Promise<Void> back = Promise.promise();
    vendor.answers = back.future();
    vendor.asked.set(0);
    List<Future<LinkMessages.Ended>> held = new ArrayList<>();
    String login = account("right", false, "", "");
    try {
      for (int i = 0; i < 16; i++) {
        held.add(asked(token(user()), PASSWORD, login, "right"));
      }
      Eventually.eventually(Duration.ofSeconds(60), () -> assertEquals(16, vendor.asked.get()));
      assertEquals(LinkError.PROVIDER_API_ERROR, error(signIn(token(user()), login, "right")));
      assertTrue(
          asked(token(user()), OTHER, account("right", false, "", ""), "right")
              .await()
              .result()
              .succeeded());
      assertTrue(held.stream().noneMatch(Future::isComplete));
    } finally {
      back.complete();
    }
    assertEquals(
        16,
        held.stream()
            .flatMap(f -> Stream.of(f.await()))
            .filter(e -> e.result().succeeded())
            .count());
    assertTrue(signIn(token(user()), login, "right").succeeded());
  }
}
