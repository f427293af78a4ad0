package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A service and the team that the demo acts for.
 *
 * @param url without a slash at the end
 */
record DemoTarget(
    String url, String apiKey, String managementKey, String org, String team, String environment) {

  /** The first team of an installation, from the file that the service keeps its keys in. */
  static DemoTarget of(String url, Path bootstrap) {
    JsonNode file;
    try {
      file = Json.parse(Files.readAllBytes(bootstrap));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + bootstrap, e);
    }
    return new DemoTarget(
        url,
        file.path("api_key").asText(),
        file.path("management_key").asText(),
        file.path("org_id").asText(),
        file.path("team_id").asText(),
        file.path("environment").asText("sandbox"));
  }

  /** {@code /v1/org/…/team/…}, where the team is managed. */
  String managedTeam() {
    return "/v1/org/" + org + "/team/" + team;
  }

  @Override
  public String toString() {
    return "Target[" + url + ", team " + team + ", ***]";
  }
}
