package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.ServiceException;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;

/** Forms as browsers encode them, and malformed ones. */
class FormParserTest {
  private static FormParser form(String body) {
    return new FormParser(Buffer.buffer(body));
  }

  @Test
  void fieldsAreReadAsTheyWereTyped() {
    FormParser f =
        form("word=1&username=a%2Bb%40x.test&password=+p%26%3D%25%C3%A4%F0%9F%94%91+&e=");
    assertEquals("a+b@x.test", f.text("username", 320));
    assertEquals(" p&=%\u00e4\ud83d\udd11 ", f.text("password", 2048));
    assertEquals("", f.text("e", 9));
    assertEquals("", f.text("nothing", 9));
  }

  @Test
  void ofANameThatComesTwiceTheFirstCounts() {
    assertEquals("1", form("a=1&a=2").text("a", 9));
  }

  @Test
  void whatIsLongerThanAFieldIsLeftOut() {
    assertEquals("", form("a=12345").text("a", 4));
    assertEquals("1234", form("a=1234").text("a", 4));
  }

  @Test
  void noNulReachesTheDatabase() {
    assertEquals("ab", form("a=a%00b").text("a", 9));
  }

  @Test
  void whatIsNoFormIsRefused() {
    assertThrows(ServiceException.class, () -> form("a=%"));
    assertThrows(ServiceException.class, () -> form("a=%zz"));
    assertEquals("", form("").text("a", 9));
    assertEquals("", form("=&&a").text("a", 9));
  }

  @Test
  void aFormIsNeverWrittenDown() {
    assertFalse(form("password=secret").toString().contains("secret"));
  }
}
