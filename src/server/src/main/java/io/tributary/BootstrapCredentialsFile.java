package io.tributary;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.team.Bootstrap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/**
 * The file bootstrap.json: the first team's keys and the base URL of the service. Only the file's
 * owner can read it.
 */
record BootstrapCredentialsFile(Path path) {
  /**
   * Writes the proposed credentials, or returns those that an interrupted first start has already
   * written.
   */
  Bootstrap.FirstTeam writeIfAbsent(Bootstrap.FirstTeam proposal) {
    ObjectNode file = read();
    if (file.hasNonNull("org_id")
        && file.hasNonNull("api_key")
        && file.hasNonNull("management_key")) {
      return new Bootstrap.FirstTeam(
          UUID.fromString(file.get("org_id").textValue()),
          UUID.fromString(file.get("team_id").textValue()),
          file.get("api_key").textValue(),
          file.get("management_key").textValue(),
          true);
    }
    write(merge(file, proposal));
    return proposal;
  }

  /** Updates the base URL and the keys that this start was given. */
  void update(String baseUrl, Bootstrap.FirstTeam first) {
    ObjectNode before = read();
    ObjectNode after = merge(before.deepCopy().put("base_url", baseUrl), first);
    if (!after.equals(before)) {
      write(after);
    }
  }

  /** Returns whether the file contains a key. */
  boolean hasKeys() {
    ObjectNode file = read();
    return file.hasNonNull("api_key") || file.hasNonNull("management_key");
  }

  private static ObjectNode merge(ObjectNode file, Bootstrap.FirstTeam first) {
    String team = first.team() == null ? null : first.team().toString();
    if (file.hasNonNull("team_id") && !file.get("team_id").asText().equals(team)) {
      // The team was erased, so its API key no longer works.
      file.remove("api_key");
    }
    file.put("org_id", first.org().toString()).put("team_id", team).put("environment", "sandbox");
    if (first.apiKey() != null) {
      file.put("api_key", first.apiKey());
    }
    if (first.managementKey() != null) {
      file.put("management_key", first.managementKey());
    }
    return file;
  }

  private ObjectNode read() {
    try {
      return Files.exists(path) && Json.parse(Files.readAllBytes(path)) instanceof ObjectNode o
          ? o
          : Json.object();
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be read: " + e, e);
    }
  }

  /**
   * Writes a temporary file with mode 0600 and renames it, so that a crash never leaves a partial
   * file.
   */
  private void write(ObjectNode content) {
    try {
      Path temp =
          Files.createTempFile(
              path.getParent(),
              "bootstrap",
              ".tmp",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(temp, Json.bytes(content));
      Files.move(temp, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be written: " + e, e);
    }
  }
}
