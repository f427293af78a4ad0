package io.tributary.link;

import static io.tributary.link.LinkHarness.error;
import static io.tributary.link.LinkHarness.grant;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.EventSchemas;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules of teams that a grant may break. */
class LinkRulesTest {
  private static LinkHarness link;

  @BeforeAll
  static void start() {
    link = new LinkHarness();
  }

  @AfterAll
  static void stop() {
    assertTrue(EventSchemas.check(link.node) > 0);
    link.close();
  }

  private static void revoked(int times) {
    io.tributary.testkit.Eventually.eventually(
        java.time.Duration.ofSeconds(60),
        () -> {
          assertEquals(times, link.requests("/oauth/revoke"));
          assertEquals(0, link.node.db().query("select 1 from deregistration").size());
        });
  }

  @Test
  void aTeamMayInsistOnScopes() {
    String user = link.user();
    int before = link.requests("/oauth/revoke");
    link.node
        .db()
        .query(
            "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
                + " values ($1, 'oura', '{daily}', '{personal}')",
            link.node.first().team());
    try {
      assertEquals(
          "required_scopes_not_granted",
          error(link.link(user, grant(user) + "&sim_scopes=personal")));
      assertEquals(0, link.connections(user).size());
      revoked(before + 1);
      link.linked(user);
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
    link.linked(first);
    int before = link.requests("/oauth/revoke");
    link.node.db().query("update team_environment set reject_duplicate_connection = true");
    try {
      assertEquals("duplicate_connection", error(link.link(second, grant(first))));
      assertEquals(0, link.connections(second).size());
      assertEquals(
          0,
          link.node.db().query("select 1 from deregistration").size()
              + link.requests("/oauth/revoke")
              - before,
          "the grant of the first user's connection is the same account's");
      link.linked(first);
    } finally {
      link.node.db().query("update team_environment set reject_duplicate_connection = false");
    }
    assertEquals(
        "https://app.test/done?state=success",
        link.link(second, grant(first)).expect(307).header("location"));
    assertNotEquals(0, link.connections(second).size());
  }
}
