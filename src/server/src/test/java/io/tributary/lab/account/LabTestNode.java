package io.tributary.lab.account;

import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node with the laboratories that ship with the service, and teams on it. */
public final class LabTestNode {
  private LabTestNode() {}

  public static TestNode start(String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_LAB_TESTS_CATALOGUE_DIR",
                Path.of("conf/labs").toAbsolutePath().toString()));
    all.addAll(List.of(settings));
    return TestNode.start(all.toArray(String[]::new));
  }

  public static int lab(TestNode node, String slug) {
    return RowMapping.list(
            node.db().query("select id from lab where slug = $1", slug), r -> r.getInteger("id"))
        .getFirst();
  }

  static String org(TestNode node) {
    return "/v1/org/" + node.first().org();
  }

  /** Creates a team of the first organization and returns its sandbox. */
  public static Tenant createTeam(TestNode node) {
    String id =
        node.callManagement(
                "POST", org(node) + "/team", "{\"name\":\"Lab team\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    return new Tenant(UUID.fromString(id), Environment.SANDBOX);
  }

  public static String key(TestNode node, Tenant team) {
    return node.callManagement(
            "POST",
            org(node) + "/team_api_keys/" + team.environment().wire() + "/us",
            "{\"label\":\"l\",\"team_id\":\"" + team.team() + "\"}")
        .expect(200)
        .json()
        .get("value")
        .asText();
  }

  static String detail(TestResponse a) {
    return a.json().get("detail").asText();
  }
}
