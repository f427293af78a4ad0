package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.connection.ConnectionEnded;
import io.tributary.core.Ids;
import io.tributary.db.RowMapping;
import io.tributary.provider.ProviderException;
import io.tributary.provider.Puller;
import io.tributary.simulators.kit.PasswordSim;
import io.tributary.testkit.ClearTextScanner;
import io.tributary.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Links with user input: passwords, second factors and email addresses, and the stored values. */
class PasswordLinkTest {
  private static PasswordLinkFixture links;

  @BeforeAll
  static void start() throws Exception {
    links = new PasswordLinkFixture();
  }

  @AfterAll
  static void stop() {
    links.close();
  }

  private static LinkError error(LinkResult result) {
    return result.failure().orElseThrow().error();
  }

  @Test
  void theRightPasswordConnectsOnce() {
    UUID user = links.user();
    String login = links.createAccount("right", false, "", "");
    String token = links.token(user);
    LinkResult linked = links.signIn(token, login, "right");
    assertEquals("success", linked.toJson().get("state").asText());
    assertEquals(
        "https://app.test/done?state=success", linked.toJson().get("redirect_url").asText());
    assertTrue(linked.toJson().get("connected").asBoolean());
    Row c = links.connection(user);
    assertEquals("connected", c.getString("status"));
    assertEquals(login, c.getString("external_user_id"));
    assertEquals(1, links.events(user, "provider.connection.created"));
    int before = links.attempts();
    assertEquals(LinkError.TOKEN_CONSUMED, error(links.signIn(token, login, "right")));
    assertEquals(before, links.attempts());
  }

  @Test
  void whatIsKeptToSignInAgainIsSealed() {
    UUID user = links.user();
    String login = links.createAccount("very-secret-word", false, "", "");
    links.signIn(links.token(user), login, "very-secret-word");
    byte[] kept = RowMapping.bytes(links.connection(user), "credentials_encrypted");
    assertFalse(new String(kept, StandardCharsets.ISO_8859_1).contains("very-secret-word"));
    assertFalse(
        new PasswordLinkFlow.SignInInput(login, "very-secret-word", Optional.empty())
            .toString()
            .contains("secret"));
  }

  @Test
  void nothingThatIsTypedLiesAnywhereInClear() {
    ClearTextScanner search = new ClearTextScanner(links.bench.db, links.bench.database);
    UUID user = links.user();
    String word = "password-" + Ids.randomBase62(20);
    String factor = "factor-" + Ids.randomBase62(20);
    String login = links.createAccount(word, false, factor, "");
    String token = links.token(user);
    links.signIn(token, login, word);
    assertEquals(List.of(), search.tablesContaining(word), "while the second factor is waited for");
    assertTrue(links.code(token, factor).succeeded());
    for (String typed : List.of(word, factor)) {
      assertEquals(List.of(), search.tablesContaining(typed));
    }
    assertFalse(search.tablesContaining(login).isEmpty(), "what may be seen is found");
    assertFalse(search.filesContaining(List.of(login)).isEmpty());
    assertEquals(List.of(), search.filesContaining(List.of(word, factor)));
  }

  @Test
  void aWrongPasswordIsShownWhereItWasTypedAndLeavesTheTokenGood() {
    UUID user = links.user();
    String login = links.createAccount("right", false, "", "");
    String token = links.token(user);
    LinkResult wrong = links.signIn(token, login, "wrong");
    assertEquals("error", wrong.toJson().get("state").asText());
    assertEquals(LinkError.PROVIDER_CREDENTIAL_ERROR, error(wrong));
    assertTrue(wrong.toJson().get("redirect_url").isNull());
    assertTrue(links.signIn(token, login, "right").succeeded());
  }

  @Test
  void aSessionThatSendsErrorsBackSaysWhere() {
    String login = links.createAccount("right", false, "", "");
    String where =
        links
            .signIn(links.token(links.user(), true), login, "wrong")
            .toJson()
            .get("redirect_url")
            .asText();
    assertTrue(
        where.startsWith(
            "https://app.test/done?state=error&error_type=provider_credential_error&error="),
        where);
  }

  @Test
  void anExpiredPasswordIsToldApart() {
    String login = links.createAccount("right", true, "", "");
    assertEquals(
        LinkError.PROVIDER_PASSWORD_EXPIRED,
        error(links.signIn(links.token(links.user()), login, "right")));
  }

  @Test
  void whatTheAdapterFoundOutAboutTheAccountStaysWithTheConnection() {
    UUID user = links.user();
    assertTrue(
        links
            .signIn(links.token(user), links.createAccount("right", false, "", "jp"), "right")
            .succeeded());
    assertEquals("jp", links.connection(user).getString("region"));
  }

  @Test
  void aSecondFactorIsWaitedFor() {
    UUID user = links.user();
    String login = links.createAccount("right", false, "123456", "");
    String token = links.token(user);
    LinkResult pending = links.signIn(token, login, "right");
    assertEquals("pending_provider_mfa", pending.toJson().get("state").asText());
    assertEquals(
        "{\"method\":\"email\",\"hint\":\"a***@example.com\"}",
        pending.toJson().get("provider_mfa").toString());
    assertTrue(pending.toJson().get("redirect_url").isNull());
    assertFalse(pending.toJson().get("connected").asBoolean());
    assertEquals(LinkError.INCORRECT_MFA_CODE, error(links.code(token, "000000")));
    assertTrue(links.code(token, "123456").succeeded());
    assertEquals(login, links.connection(user).getString("external_user_id"));
    assertEquals(LinkError.TOKEN_CONSUMED, error(links.code(token, "123456")));
    assertEquals(
        0,
        links
            .bench
            .db
            .query(
                "select 1 from link_session where user_id = $1"
                    + " and login_pending_encrypted is not null",
                user)
            .size());
  }

  @Test
  void afterFiveWrongCodesTheRightOneComesTooLate() {
    String login = links.createAccount("right", false, "123456", "");
    String token = links.token(links.user());
    links.signIn(token, login, "right");
    for (int i = 0; i < PasswordLinkFlow.MAX_CODE_ATTEMPTS; i++) {
      assertEquals(LinkError.INCORRECT_MFA_CODE, error(links.code(token, "000000")));
    }
    assertEquals(LinkError.TOKEN_NOT_VALIDATED, error(links.code(token, "123456")));
    links.signIn(token, login, "right");
    assertTrue(links.code(token, "123456").succeeded());
  }

  @Test
  void aCodeThatNobodyAskedForIsNoAttempt() {
    assertEquals(
        LinkError.TOKEN_NOT_VALIDATED, error(links.code(links.token(links.user()), "123456")));
  }

  @Test
  void twoSubmitsAtOnceAreOneConnection() {
    UUID user = links.user();
    String login = links.createAccount("right", false, "", "");
    String token = links.token(user);
    List<LinkMessages.Ended> both =
        Future.all(
                links.sendSignIn(token, PasswordLinkFixture.PASSWORD, login, "right"),
                links.sendSignIn(token, PasswordLinkFixture.PASSWORD, login, "right"))
            .<List<LinkMessages.Ended>>map(all -> all.list())
            .await();
    assertEquals(1, both.stream().filter(e -> e.result().succeeded()).count());
    assertEquals(
        List.of(LinkError.TOKEN_CONSUMED),
        both.stream().flatMap(e -> e.result().failure().stream()).map(f -> f.error()).toList());
    assertEquals(1, links.events(user, "provider.connection.created"));
  }

  @Test
  void aRegionWithoutPracticesOfThisInstallationIsUnsupported() {
    String token = links.token(links.user());
    assertEquals(
        LinkError.UNSUPPORTED_REGION, error(links.email(token, "a@b.test", Optional.of("de"))));
    String address = links.createAccount("", false, "", "us");
    assertTrue(links.email(token, address, Optional.empty()).succeeded());
  }

  @Test
  void aSessionThatEndedIsOpenedAgainWithWhatWasKept() {
    UUID user = links.user();
    links.signIn(links.token(user), links.createAccount("right", false, "", "eu"), "right");
    String before = links.open(user).accessToken();
    links.expire(user);
    String after = links.open(user).accessToken();
    assertNotEquals(before, after);
    assertEquals(after, links.open(user).accessToken());
  }

  @Test
  void aPasswordThatIsRejectedIsNeverTriedAgainAndNotKept() {
    UUID user = links.user();
    String login = links.createAccount("right", false, "", "");
    links.signIn(links.token(user), login, "right");
    Puller.Account account = links.open(user);
    links
        .sim
        .runOnEventLoop(
            w -> {
              w.passwords().put(new PasswordSim.Account(login, "changed", login, false, "", ""));
              return login;
            })
        .await();
    links.expire(user);
    int before = links.attempts();
    ProviderException.AccountRevoked gone =
        assertThrows(ProviderException.AccountRevoked.class, account::accessToken);
    assertEquals("provider_credential_error", gone.errorType());
    assertThrows(ConnectionEnded.class, account::accessToken);
    assertThrows(ConnectionEnded.class, () -> links.open(user));
    assertEquals(before + 1, links.attempts());
    Row c = links.connection(user);
    assertEquals("error", c.getString("status"));
    assertEquals("provider_credential_error", c.getString("error_type"));
    assertEquals(null, RowMapping.bytes(c, "credentials_encrypted"));
    assertEquals(1, links.events(user, "provider.connection.error"));
    // A new link restores it.
    assertTrue(links.signIn(links.token(user), login, "changed").succeeded());
    links.open(user).accessToken();
  }

  @Test
  void aVendorThatHangsHoldsUpItsOwnLinksOnly() {
    Promise<Void> back = Promise.promise();
    links.vendor.available = back.future();
    links.vendor.signIns.set(0);
    List<Future<LinkMessages.Ended>> held = new ArrayList<>();
    String login = links.createAccount("right", false, "", "");
    try {
      for (int i = 0; i < 16; i++) {
        held.add(
            links.sendSignIn(
                links.token(links.user()), PasswordLinkFixture.PASSWORD, login, "right"));
      }
      Eventually.eventually(
          Duration.ofSeconds(60), () -> assertEquals(16, links.vendor.signIns.get()));
      assertEquals(
          LinkError.PROVIDER_API_ERROR,
          error(links.signIn(links.token(links.user()), login, "right")));
      assertTrue(
          links
              .sendSignIn(
                  links.token(links.user()),
                  PasswordLinkFixture.OTHER,
                  links.createAccount("right", false, "", ""),
                  "right")
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
    assertTrue(links.signIn(links.token(links.user()), login, "right").succeeded());
  }
}
