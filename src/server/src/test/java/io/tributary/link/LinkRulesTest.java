package io.tributary.link;

import static io.tributary.link.LinkHarness.consentParameters;
import static io.tributary.link.LinkHarness.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.EventSchemaValidator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Team rules that reject a grant. */
class LinkRulesTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemaValidator.assertAllValid(link.node) > 0);
    link.close();
  }

  private static void revoked(int times) {
    io.tributary.testkit.Eventually.eventually(
        java.time.Duration.ofSeconds(60),
        () -> {
          assertEquals(times, link.requestCount("/oauth/revoke"));
          assertEquals(0, link.node.db().query("select 1 from deregistration").size());
        });
  }

  @Test
  void aTeamMayInsistOnScopes() {
    String user = link.user();
    int before = link.requestCount("/oauth/revoke");
    link.node
        .db()
        .query(
            "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
                + " values ($1, 'oura', '{daily}', '{personal}')",
            link.node.first().team());
    try {
      assertEquals(
          "required_scopes_not_granted",
          error(link.link(user, consentParameters(user) + "&sim_scopes=personal")));
      assertEquals(0, link.connections(user).size());
      revoked(before + 1);
      link.linkUser(user);
      assertEquals(
          "unavailable",
          link.connections(user)
              .get(0)
              .get("resource_availability")
              .get("workouts")
              .get("status")
              .asText(),
          "only the team's scopes are asked for");
    } finally {
      link.node.db().query("delete from scope_requirement");
    }
  }

  @Test
  void oneAccountMayServeTwoUsersUnlessTheTeamForbidsIt() {
    String first = link.user();
    String second = link.user();
    link.linkUser(first);
    int before = link.requestCount("/oauth/revoke");
    link.node.db().query("update team_environment set reject_duplicate_connection = true");
    try {
      assertEquals("duplicate_connection", error(link.link(second, consentParameters(first))));
      assertEquals(0, link.connections(second).size());
      assertEquals(
          0,
          link.node.db().query("select 1 from deregistration").size()
              + link.requestCount("/oauth/revoke")
              - before,
          "the grant of the first user's connection is the same account's");
      link.linkUser(first);
    } finally {
      link.node.db().query("update team_environment set reject_duplicate_connection = false");
    }
    assertEquals(
        "https://app.test/done?state=success",
        link.link(second, consentParameters(first)).expect(307).header("location"));
    assertNotEquals(0, link.connections(second).size());
  }
}
