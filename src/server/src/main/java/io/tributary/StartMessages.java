package io.tributary;

import io.tributary.team.Bootstrap;
import java.nio.file.Path;

/** Texts that the start prints before it reports that it is ready. */
final class StartMessages {
  private StartMessages() {}

  /**
   * Returns the text for a first start.
   *
   * @param file file that contains the keys
   * @param base base URL of the service
   * @param terminal whether a person reads the output. Output that goes to a file or another
   *     program must not contain the keys
   */
  static String firstTeam(Bootstrap.FirstTeam first, Path file, String base, boolean terminal) {
    String saved = "Saved to " + file + "; delete the file once you have stored the keys.\n";
    return terminal
        ? """

        Created a sandbox team:
          API key         %s
          management key  %s
          team            %s
        %sTry:
          curl -H 'x-service-api-key: %s' %s/v2/user
        API document: %s/openapi.json
        """
            .formatted(
                first.apiKey(),
                first.managementKey(),
                first.team(),
                saved,
                first.apiKey(),
                base,
                base)
        : "Created a sandbox team with an API key and a management key.\n" + saved;
  }

  /**
   * Returns the summary of the installation.
   *
   * @param address base URL of the service
   * @param database database without credentials
   * @param keys location of the first team's keys
   * @param masterKey location of the master key
   */
  static String banner(
      String version, String address, String database, Path data, String keys, String masterKey) {
    return """

    Tributary %s
      address         %s
      database        %s
      data directory  %s
      keys            %s
      master key      %s
    """
        .formatted(version, address, database, data, keys, masterKey);
  }
}
