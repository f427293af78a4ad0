package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Providers that require each team to have its own application. */
class TeamApplicationRequiredTest {
  private static TestResponse begin(TestNode node, String slug) {
    String user =
        node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomBase62(8) + "\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    String token =
        node.post("/v2/link/token", "{\"user_id\":\"" + user + "\"}")
            .expect(200)
            .json()
            .get("link_token")
            .asText();
    return node.send(
        "GET", "/v2/link/provider/oauth/" + slug, null, Map.of("x-service-link-token", token));
  }

  @Test
  void theInstallationsNeverStandsInForATeams() {
    try (TestNode node =
        TestNode.start(
            "TRIBUTARY_PROVIDERS_STRAVA_CLIENT_ID", "installation",
            "TRIBUTARY_PROVIDERS_OURA_CLIENT_ID", "installation")) {
      JsonNode refused = begin(node, "strava").expect(400).json();
      assertEquals("INVALID_CREDENTIALS", refused.at("/detail/error_type").asText());
      begin(node, "oura").expect(200);
      node.db()
          .query(
              "insert into provider_app (id, team_id, environment, provider, client_id)"
                  + " values ($1, $2, 'sandbox', 'strava', 'the-teams')",
              Ids.uuid(),
              node.tenant().team());
      String url = begin(node, "strava").expect(200).json().get("oauth_url").asText();
      assertTrue(url.contains("client_id=the-teams"), url);
    }
  }

  @Test
  void aTeamsScopesDoNotTakeAwayWhatTheLinkItselfNeeds() {
    try (TestNode node = TestNode.start()) {
      node.db()
          .query(
              "insert into provider_app (id, team_id, environment, provider, client_id)"
                  + " values ($1, $2, 'sandbox', 'whoop_v2', 'the-teams')",
              Ids.uuid(),
              node.tenant().team());
      node.db()
          .query(
              "insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)"
                  + " values ($1, 'whoop_v2', '{read:sleep}', '{}')",
              node.tenant().team());
      String url = begin(node, "whoop_v2").expect(200).json().get("oauth_url").asText();
      assertEquals(
          Set.of("offline", "read:sleep"), Set.of(LinkHarness.query(url).get("scope").split(" ")));
    }
  }
}
