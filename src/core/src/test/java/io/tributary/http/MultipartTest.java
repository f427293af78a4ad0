package io.tributary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Multipart bodies that are split at arbitrary positions. */
class MultipartTest {
  private static final String BODY =
      """
      what stands before\r
      --x-y\r
      Content-Disposition: form-data; name="user_id"\r
      \r
      7\r
      --x-y \t\r
      content-type: image/png; q=1\r
      CONTENT-DISPOSITION: form-data; filename="a \\"b\\"; c.png" ; name=file\r
      \r
      \r\r
      --x-\r
      --x-z\r
      \r
      --x-y\r
      Content-Disposition: form-data; name="empty"; filename=""\r
      \r
      \r
      --x-y\r
      \r
      nameless\r
      --x-y--\r
      --x-y\r
      what stands behind\
      """;

  private static final List<String> PARTS =
      List.of(
          "PartHeaders[name=Optional[user_id], fileName=Optional.empty, type=Optional.empty]",
          "7",
          "PartHeaders[name=Optional[file], fileName=Optional[a \"b\"; c.png],"
              + " type=Optional[image/png; q=1]]",
          "\r\r\n--x-\r\n--x-z\r\n",
          "PartHeaders[name=Optional[empty], fileName=Optional[], type=Optional.empty]",
          "",
          "PartHeaders[name=Optional.empty, fileName=Optional.empty, type=Optional.empty]",
          "nameless");

  private static List<String> parts(String body, int step)
      throws Multipart.MalformedMultipartException {
    Multipart form = Multipart.of("Multipart/Form-Data; charset=utf-8; boundary=\"x-y\"");
    List<String> out = new ArrayList<>();
    StringBuilder now = new StringBuilder();
    Multipart.PartHandler<RuntimeException> sink =
        new Multipart.PartHandler<>() {
          @Override
          public void begin(Multipart.PartHeaders head) {
            out.add(head.toString());
            now.setLength(0);
          }

          @Override
          public void data(Buffer piece) {
            now.append(piece.toString(StandardCharsets.UTF_8));
          }

          @Override
          public void end() {
            out.add(now.toString());
          }
        };
    for (int i = 0; i < body.length(); i += step) {
      form.feed(Buffer.buffer(body.substring(i, Math.min(body.length(), i + step))), sink);
    }
    form.end();
    return out;
  }

  @Test
  void theSamePartsWhereverTheBodyIsCut() throws Multipart.MalformedMultipartException {
    for (int step = 1; step <= BODY.length(); step++) {
      assertEquals(PARTS, parts(BODY, step), "cut every " + step);
    }
  }

  @Test
  void aBodyThatEndsEarlyIsNoForm() {
    String whole = BODY.substring(0, BODY.indexOf("--x-y--") + 7);
    for (int length = 0; length < whole.length(); length++) {
      String cut = whole.substring(0, length);
      assertThrows(Multipart.MalformedMultipartException.class, () -> parts(cut, 7), cut);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--x-yz\r\n\r\n\r\n--x-y--", "--x-y -- ", "--x-y\n\r\n"})
  void whatFollowsABoundaryIsItsLineEnd(String body) {
    assertThrows(
        Multipart.MalformedMultipartException.class, () -> parts(body + " ".repeat(20), 3));
  }

  @Test
  void headersHaveALimit() {
    String body = "--x-y\r\nContent-Disposition: " + "x".repeat(9000);
    assertThrows(Multipart.MalformedMultipartException.class, () -> parts(body, 100));
    String quoted = "--x-y\r\nContent-Disposition: form-data; name=\"" + "\\\"".repeat(4000);
    assertThrows(
        Multipart.MalformedMultipartException.class, () -> parts(quoted + "\"\r\n\r\n", 100));
  }

  @Test
  void otherBodiesAreNoForms() {
    for (String type :
        new String[] {
          null,
          "",
          "application/json",
          "multipart/mixed; boundary=x",
          "multipart/form-data",
          "multipart/form-data; boundary=",
          "multipart/form-data; boundary=" + "x".repeat(201)
        }) {
      assertThrows(Multipart.MalformedMultipartException.class, () -> Multipart.of(type), type);
    }
  }
}
