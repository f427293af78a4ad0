package io.tributary.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Service and team that the demo uses.
 *
 * @param url base URL without a trailing slash
 */
record DemoTarget(
    String url, String apiKey, String managementKey, String org, String team, String environment) {

  /**
   * Returns the first team of an installation, read from the file in which the service stores its
   * bootstrap keys.
   */
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

  /** Returns the management path of the team, {@code /v1/org/…/team/…}. */
  String managedTeam() {
    return "/v1/org/" + org + "/team/" + team;
  }

  @Override
  public String toString() {
    return "Target[" + url + ", team " + team + ", ***]";
  }
}
