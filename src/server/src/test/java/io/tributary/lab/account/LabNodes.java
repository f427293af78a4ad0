package io.tributary.lab.account;

import io.tributary.core.Environment;
import io.tributary.core.Tenant;
import io.tributary.db.Rows;
import io.tributary.testkit.Answer;
import io.tributary.testkit.TestNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A node with the labs that the service comes with, and teams on it. */
public final class LabNodes {
  private LabNodes() {}

  public static TestNode start(String... settings) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_LAB_TESTS_CATALOGUE", Path.of("conf/labs").toAbsolutePath().toString()));
    all.addAll(List.of(settings));
    return TestNode.start(all.toArray(String[]::new));
  }

  public static int lab(TestNode node, String slug) {
    return Rows.list(
            node.db().query("select id from lab where slug = $1", slug), r -> r.getInteger("id"))
        .getFirst();
  }

  static String org(TestNode node) {
    return "/v1/org/" + node.first().org();
  }

  /** A new team of the first organisation, in its sandbox. */
  public static Tenant team(TestNode node) {
    String id =
        node.manage("POST", org(node) + "/team", "{\"name\":\"Lab team\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    return new Tenant(UUID.fromString(id), Environment.SANDBOX);
  }

  public static String key(TestNode node, Tenant team) {
    return node.manage(
            "POST",
            org(node) + "/team_api_keys/" + team.environment().wire() + "/us",
            "{\"label\":\"l\",\"team_id\":\"" + team.team() + "\"}")
        .expect(200)
        .json()
        .get("value")
        .asText();
  }

  static String detail(Answer a) {
    return a.json().get("detail").asText();
  }
}
