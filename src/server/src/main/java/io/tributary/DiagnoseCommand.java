package io.tributary;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.core.Json;
import io.tributary.core.ProgramHelp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Command that checks a provider's setup through the running service: {@code scripts/tributary
 * diagnose [--conf DIR] PROVIDER [--team ID] [--environment sandbox|production] [--flow]}.
 *
 * <p>The URL, organization and management key come from {@code bootstrap.json}, unless {@code
 * TRIBUTARY_URL}, {@code TRIBUTARY_ORG} and {@code TRIBUTARY_MANAGEMENT_KEY} are set. Exit codes: 0
 * healthy, 1 not healthy, 2 the check could not be run.
 */
public final class DiagnoseCommand {
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(2);
  private static final String USAGE =
      """
      Checks the setup of a provider as the running service sees it.
      Exit status 0: healthy. 1: not healthy. 2: the check could not be run.

        scripts/tributary diagnose [--conf DIR] PROVIDER [--team ID] [--environment sandbox|production] [--flow]

        --conf DIR      directory of service.json and providers.json; default: conf
        --team ID       check the team's own application
        --environment   sandbox or production; default: sandbox
        --flow          also link a simulated account
        --help          print this text
        --version       print the version\
      """;

  private DiagnoseCommand() {}

  private static final class DiagnosisFailedException extends Exception {
    private static final long serialVersionUID = 1;

    DiagnosisFailedException(String why) {
      super(why);
    }
  }

  private record ServiceAccess(String url, String organisation, String key) {}

  public static void main(String[] args) throws InterruptedException {
    Optional<String> help = ProgramHelp.answer(args, USAGE, DiagnoseCommand.class);
    if (help.isPresent()) {
      System.out.println(help.get());
      return;
    }
    try {
      System.exit(print(runDiagnosis(args)));
    } catch (DiagnosisFailedException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  private static JsonNode runDiagnosis(String[] args)
      throws DiagnosisFailedException, InterruptedException {
    Path conf = Path.of("conf");
    String provider = null;
    List<String> query = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--conf" -> conf = Path.of(argumentValue(args, ++i));
        case "--team" -> query.add("team_id=" + argumentValue(args, ++i));
        case "--environment" -> query.add("environment=" + argumentValue(args, ++i));
        case "--flow" -> query.add("flow=true");
        default -> {
          if (args[i].startsWith("--") || provider != null) {
            throw new DiagnosisFailedException(USAGE);
          }
          provider = args[i];
        }
      }
    }
    if (provider == null || !provider.matches("[a-z0-9_]+")) {
      throw new DiagnosisFailedException(USAGE);
    }
    ServiceAccess service = service(conf);
    return fetch(
        service,
        "/v1/org/"
            + service.organisation()
            + "/provider_doctor/"
            + provider
            + (query.isEmpty() ? "" : "?" + String.join("&", query)));
  }

  private static String argumentValue(String[] args, int i) throws DiagnosisFailedException {
    if (i >= args.length || !args[i].matches("[A-Za-z0-9_./-]+")) {
      throw new DiagnosisFailedException(USAGE);
    }
    return args[i];
  }

  private static ServiceAccess service(Path conf) throws DiagnosisFailedException {
    String url = System.getenv("TRIBUTARY_URL");
    String organisation = System.getenv("TRIBUTARY_ORG");
    String key = System.getenv("TRIBUTARY_MANAGEMENT_KEY");
    if (url != null && organisation != null && key != null) {
      return new ServiceAccess(url.replaceAll("/+$", ""), organisation, key);
    }
    try {
      Path file = ConfigLoader.load(conf, System.getenv()).data().dir().resolve("bootstrap.json");
      JsonNode told = Json.parse(Files.readAllBytes(file));
      return new ServiceAccess(
          told.path("base_url").asText(),
          told.path("org_id").asText(),
          told.path("management_key").asText());
    } catch (ConfigException e) {
      throw new DiagnosisFailedException(e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new DiagnosisFailedException(
          "Cannot read bootstrap.json. Start the service with scripts/run, or set"
              + " TRIBUTARY_URL, TRIBUTARY_ORG and TRIBUTARY_MANAGEMENT_KEY.");
    }
  }

  private static JsonNode fetch(ServiceAccess service, String path)
      throws DiagnosisFailedException, InterruptedException {
    HttpResponse<String> answer;
    try (HttpClient http = HttpClient.newHttpClient()) {
      answer =
          http.send(
              HttpRequest.newBuilder(URI.create(service.url() + path))
                  .timeout(REQUEST_TIMEOUT)
                  .header("x-management-key", service.key())
                  .build(),
              HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (IOException | IllegalArgumentException e) {
      throw new DiagnosisFailedException(
          "The service does not respond at " + service.url() + ". Start it with scripts/run.");
    }
    if (answer.statusCode() != 200) {
      throw new DiagnosisFailedException(
          "The service returned " + answer.statusCode() + ": " + answer.body());
    }
    return Json.parse(answer.body());
  }

  private static int print(JsonNode report) {
    for (JsonNode check : report.path("checks")) {
      System.out.printf(
          "%-5s %-14s %s%n",
          check.path("result").asText().equals("note") ? "" : check.path("result").asText(),
          check.path("name").asText(),
          check.path("what").asText());
      if (check.hasNonNull("next_step")) {
        System.out.printf("%-20s → %s%n", "", check.path("next_step").asText());
      }
    }
    boolean healthy = report.path("healthy").asBoolean();
    System.out.println(healthy ? "No problems found." : "Not healthy: see the items marked bad.");
    return healthy ? 0 : 1;
  }
}
