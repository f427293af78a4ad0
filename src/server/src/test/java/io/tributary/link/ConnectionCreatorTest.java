package io.tributary.link;

import static io.tributary.link.LinkHarness.consentParameters;
import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A grant that was obtained while the database could not store it. */
class ConnectionCreatorTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
    // A sequence also counts rolled-back attempts.
    sql("create sequence refused_link");
    sql("create table refusing_link (state text)");
    sql(
        """
        create function refuse_link() returns trigger language plpgsql as $$
        declare refusal text;
        begin
          select state into refusal from refusing_link;
          if refusal is not null then
            perform nextval('refused_link');
            raise exception 'refused' using errcode = refusal;
          end if;
          return new;
        end $$
        """);
    sql(
        "create trigger refuse_link before update on link_session for each row"
            + " when (new.consumed_at is not null and new.expires_at < 'infinity')"
            + " execute function refuse_link()");
  }

  @AfterAll
  static void stop() {
    link.close();
  }

  private static void sql(String text, Object... values) {
    link.node.db().query(text, values);
  }

  private static int refused() {
    return link.node
        .db()
        .query("select case when is_called then last_value else 0 end::int as n from refused_link")
        .iterator()
        .next()
        .getInteger("n");
  }

  /** Starts a link whose grant cannot be stored yet. */
  private static CompletableFuture<TestResponse> refusedLink(String user) {
    String callback =
        link.openConsent(
            link.token(user, ",\"redirect_url\":\"https://app.test/x\""), consentParameters(user));
    // SQLSTATE 53100: disk full.
    sql("insert into refusing_link values ('53100')");
    int before = refused();
    CompletableFuture<TestResponse> answer =
        CompletableFuture.supplyAsync(() -> link.followCallback(callback));
    eventually(SOON, () -> assertTrue(refused() > before));
    return answer;
  }

  private static String state(TestResponse answer) {
    return LinkHarness.query(answer.expect(307).header("location")).get("state");
  }

  @Test
  void isStoredWhenTheDatabaseIsBack() {
    String user = link.user();
    CompletableFuture<TestResponse> answer = refusedLink(user);
    sql("delete from refusing_link");
    assertEquals("success", state(answer.join()));
    assertEquals("connected", link.connections(user).get(0).get("status").asText());
    assertEquals(1, link.events(user, "provider.connection.created").size());
  }

  @Test
  void isNotGivenBackWhenOnlyTheAnswerToItsFirstTryWasLost() {
    String user = link.user();
    link.linkUser(user);
    CompletableFuture<TestResponse> answer = refusedLink(user);
    // The state after a successful first attempt. The trigger ignores sessions without an expiry.
    sql(
        "update link_session set consumed_at = now(), expires_at = 'infinity'"
            + " where user_id = $1 and consumed_at is null",
        UUID.fromString(user));
    sql("delete from refusing_link");
    assertEquals("success", state(answer.join()));
    assertEquals("connected", link.connections(user).get(0).get("status").asText());
    assertEquals(0, link.node.db().query("select 1 from deregistration").size());
  }

  @Test
  void isGivenBackWhenAnotherUsedTheTokenUp() {
    String user = link.user();
    int before = link.requestCount("/oauth/revoke");
    CompletableFuture<TestResponse> answer = refusedLink(user);
    sql(
        "update link_session set consumed_at = now(), expires_at = 'infinity'"
            + " where user_id = $1 and consumed_at is null",
        UUID.fromString(user));
    sql("delete from refusing_link");
    assertEquals("error", state(answer.join()));
    givenBack(user, before);
  }

  private static void givenBack(String user, int before) {
    assertEquals(0, link.connections(user).size());
    eventually(SOON, () -> assertEquals(before + 1, link.requestCount("/oauth/revoke")));
    eventually(
        SOON, () -> assertEquals(0, link.node.db().query("select 1 from deregistration").size()));
  }

  @Test
  void isGivenBackWhenItCannotBeStoredAtAll() {
    String user = link.user();
    int before = link.requestCount("/oauth/revoke");
    String callback = link.openConsent(link.token(user, ""), consentParameters(user));
    // An internal error, which a retry would repeat.
    sql("insert into refusing_link values ('22012')");
    try {
      link.followCallback(callback).expect(500);
    } finally {
      sql("delete from refusing_link");
    }
    givenBack(user, before);
  }
}
