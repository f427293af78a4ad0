package io.tributary.report.review;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/** Reports that a complete node receives, reads with its own readers and holds for review. */
final class ReviewableReports {
  private static final Duration READ = Duration.ofMinutes(3);

  private ReviewableReports() {}

  /** Uploads a file of this type and returns its job once it waits for review. */
  static UUID job(TestNode node, String type, byte[] file) {
    node.db()
        .query(
            "update team_environment set lab_feature_flags ="
                + " '{report_parsing,report_human_review}'::text[]");
    UUID job = uploaded(node, type, file);
    eventually(
        READ,
        () ->
            assertEquals(
                "pending_review",
                node.get("/lab_report/v1/parser/job/" + job).json().get("status").asText()));
    return job;
  }

  private static UUID uploaded(TestNode node, String type, byte[] file) {
    String user =
        node.post("/v2/user", "{\"client_user_id\":\"" + Ids.uuid() + "\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText();
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.writeBytes(part("user_id", "", user.getBytes(StandardCharsets.US_ASCII)));
    form.writeBytes(part("needs_human_review", "", "true".getBytes(StandardCharsets.US_ASCII)));
    form.writeBytes(part("file", "; filename=\"r\"\r\ncontent-type: " + type, file));
    form.writeBytes("--cut--\r\n".getBytes(StandardCharsets.US_ASCII));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(node.url("/lab_report/v1/parser/job")))
            .header("x-service-api-key", node.first().apiKey())
            .header("content-type", "multipart/form-data; boundary=cut")
            .POST(HttpRequest.BodyPublishers.ofByteArray(form.toByteArray()))
            .build();
    try {
      HttpResponse<byte[]> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
      assertEquals(200, answer.statusCode());
      return UUID.fromString(Json.parse(answer.body()).get("id").asText());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] part(String name, String more, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        ("--cut\r\ncontent-disposition: form-data; name=\"" + name + "\"" + more + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(content);
    out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }
}
