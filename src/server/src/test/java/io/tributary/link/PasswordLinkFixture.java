package io.tributary.link;

import io.tributary.bus.Address;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.provider.Adapters;
import io.tributary.provider.AuthKind;
import io.tributary.provider.PermitClient;
import io.tributary.provider.Puller;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Links with user input through the verticle, at a vendor with password sign-in. */
final class PasswordLinkFixture implements AutoCloseable {
  static final String PASSWORD = "abbott_libreview";
  static final String OTHER = "eight_sleep";
  static final String EMAIL = "freestyle_libre";

  private final Vertx vertx = Vertx.vertx();
  final Sim sim =
      Sim.start(
              vertx,
              new PasswordOnlyVendor(PASSWORD),
              SimOptions.defaults().withPort(0).withDays(1))
          .await();
  final PasswordVendor vendor = new PasswordVendor(PASSWORD, AuthKind.PASSWORD, sim);
  final LinkFeatureFixture bench =
      new LinkFeatureFixture(vertx, config(), adapters(), "Northwind", () -> "http://localhost");

  PasswordLinkFixture() throws ConfigException {}

  private static ServiceConfig config() throws ConfigException {
    return ConfigLoader.load(
        Path.of("no-conf"),
        Map.of(
            "TRIBUTARY_PROVIDERS_ABBOTT_LIBREVIEW_ENABLED", "true",
            "TRIBUTARY_PROVIDERS_EIGHT_SLEEP_ENABLED", "true",
            "TRIBUTARY_PROVIDERS_FREESTYLE_LIBRE_ENABLED", "true",
            "TRIBUTARY_PROVIDERS_FREESTYLE_LIBRE_CLIENT_ID", "practice"));
  }

  private Adapters adapters() {
    return new Adapters(
        Map.of(
            PASSWORD, vendor,
            OTHER, new PasswordVendor(OTHER, AuthKind.PASSWORD, sim),
            EMAIL, new PasswordVendor(EMAIL, AuthKind.EMAIL, sim)),
        Map.of());
  }

  @Override
  public void close() {
    bench.close();
    sim.close().await();
    vertx.close().await();
  }

  UUID user() {
    return bench.user();
  }

  String token(UUID user, boolean errorRedirects) {
    return bench
        .token(
            new LinkSessions.NewSession(
                bench.tenant,
                user,
                Optional.empty(),
                Optional.of("https://app.test/done"),
                Optional.empty(),
                errorRedirects,
                false))
        .linkToken();
  }

  String token(UUID user) {
    return token(user, false);
  }

  /** Creates an account with a random name at the vendor. */
  String createAccount(String password, boolean expired, String code, String region) {
    return LinkFeatureFixture.createAccount(
        sim, Ids.randomBase62(10) + "@example.com", password, expired, code, region);
  }

  Future<LinkMessages.Ended> sendSignIn(String token, String slug, String login, String password) {
    return bench.bus.request(
        Address.LINK,
        new LinkMessages.SignIn(
            token, slug, new PasswordLinkFlow.SignInInput(login, password, Optional.empty())));
  }

  LinkResult signIn(String token, String login, String password) {
    return sendSignIn(token, PASSWORD, login, password).await().result();
  }

  LinkResult code(String token, String code) {
    return bench
        .bus
        .<LinkMessages.Ended>request(
            Address.LINK, new LinkMessages.CompleteMfa(token, PASSWORD, code))
        .await()
        .result();
  }

  LinkResult email(String token, String address, Optional<String> region) {
    return bench
        .bus
        .<LinkMessages.Ended>request(
            Address.LINK,
            new LinkMessages.SignIn(
                token, EMAIL, new PasswordLinkFlow.SignInInput(address, "", region)))
        .await()
        .result();
  }

  Row connection(UUID user) {
    return RowMapping.first(
            bench.db.query(
                "select id, status, error_type, external_user_id, credentials_encrypted,"
                    + " provider_state ->> 'region' as region from connection where user_id = $1",
                user),
            r -> r)
        .orElseThrow();
  }

  int events(UUID user, String type) {
    return bench
        .db
        .query("select 1 from message where user_id = $1 and event_type = $2", user, type)
        .size();
  }

  int attempts() {
    return sim.runOnEventLoop(w -> w.passwords().attempts()).await();
  }

  void expire(UUID user) {
    bench.db.query(
        "update connection set token_expires_at = now() - interval '1 minute' where user_id = $1",
        user);
  }

  Puller.Account open(UUID user) {
    return bench.accounts.open(connection(user).getUUID("id"), PermitClient.UNLIMITED);
  }
}
