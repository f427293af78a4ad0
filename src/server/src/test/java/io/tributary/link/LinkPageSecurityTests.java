package io.tributary.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.portal.TestBrowser;
import io.tributary.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Cookie;

/** Isolation and access protection of the hosted pages; run by {@link HostedLinkTest}. */
interface LinkPageSecurityTests {
  LinkVisitor visitor();

  @Test
  default void tokensThatAreNoGoodSayWhy() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    browser.open(hosted.url() + "/link?token=nonsense");
    visitor.failed(LinkError.INVALID_TOKEN);
    HostedLinkFixture.LinkRequest late = hosted.link().toApp(false, false);
    String page = hosted.pageUrl(late);
    hosted.db.query(
        "update link_session set expires_at = now() - interval '1 second' where user_id = $1",
        late.user());
    browser.open(page);
    visitor.failed(LinkError.TOKEN_EXPIRED);
    browser.click("Return to Northwind Health");
    browser.assertVisible("state=error&error_type=token_expired");
    HostedLinkFixture.LinkRequest used = hosted.link();
    String first = hosted.pageUrl(used);
    hosted.db.query("update link_session set consumed_at = now() where user_id = $1", used.user());
    browser.open(first);
    visitor.failed(LinkError.TOKEN_CONSUMED);
    visitor.open(hosted.link());
    browser.assertVisible("9 providers");
    browser.driver().manage().deleteAllCookies();
    browser.driver().navigate().refresh();
    visitor.failed(LinkError.TOKEN_NOT_VALIDATED);
  }

  @Test
  default void twoWindowsLinkTwoUsers() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    HostedLinkFixture.LinkRequest one = hosted.link().of("zwift");
    HostedLinkFixture.LinkRequest two = hosted.link().of("zwift");
    String login = hosted.createAccount("right", false, "");
    visitor.open(one);
    browser.assertVisible("Sign in to Zwift");
    String first = browser.driver().getCurrentUrl();
    visitor.open(two);
    browser.assertVisible("Sign in to Zwift");
    browser.open(first);
    visitor.signIn(login, "right");
    browser.assertVisible("Zwift is connected");
    assertEquals(List.of("zwift"), hosted.connectedSlugs(one.user()));
    assertEquals(List.of(), hosted.connectedSlugs(two.user()));
    // A form of another page's session is not processed.
    visitor.open(two);
    int before = hosted.signIns();
    browser.run("document.querySelector('[name=word]').value = 'x'");
    visitor.signIn(login, "right");
    visitor.failed(LinkError.TOKEN_NOT_VALIDATED);
    assertEquals(before, hosted.signIns());
  }

  @Test
  default void twoSubmitsAtOnceAreOneConnectionAndBothSaySo() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    HostedLinkFixture.LinkRequest link = hosted.link().of(HostedLinkFixture.HELD);
    String login = hosted.createAccount("right", false, "");
    String page = hosted.pageUrl(link);
    Promise<Void> back = Promise.promise();
    hosted.vendor.available = back.future();
    hosted.vendor.signIns.set(0);
    List<Future<HttpResponse<Buffer>>> both;
    try {
      both = hosted.submitTwice(page, "username=" + login + "&password=right");
      Eventually.eventually(TestBrowser.SOON, () -> assertEquals(2, hosted.vendor.signIns.get()));
    } finally {
      back.complete();
      hosted.vendor.available = Future.succeededFuture();
    }
    for (Future<HttpResponse<Buffer>> one : both) {
      assertEquals(303, one.await().statusCode());
      assertTrue(one.await().getHeader("location").endsWith("/done/" + HostedLinkFixture.HELD));
    }
    assertEquals(List.of(HostedLinkFixture.HELD), hosted.connectedSlugs(link.user()));
  }

  @Test
  default void whatOthersWroteIsOnlyEverText() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    String hostile = "<img src=x onerror=alert(1)>\"'&amp;\u202e" + "w".repeat(80);
    hosted.db.query(
        "update team_environment set brand_information = jsonb_build_object("
            + "'company_name', $1::text, 'brand_color', '#fff;}body{display:none}')",
        hostile);
    try {
      String page = hosted.pageUrl(hosted.link());
      browser.open(page);
      browser.assertVisible("9 providers");
      assertEquals(hostile, browser.run("return document.querySelector('.brand').textContent"));
      visitor.assertAccessible("a hostile name");
      browser.open(browser.driver().getCurrentUrl() + "?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
      browser.assertVisible("No providers found");
      assertEquals(
          "\"><script>alert(1)</script>",
          browser.field("Search by name or type").getDomProperty("value"));
      visitor.open(hosted.link().of("zwift"));
      visitor.signIn("\"><b>x</b>@example.com", "wrong");
      browser.assertVisible("rejected your sign-in");
      assertEquals(
          "\"><b>x</b>@example.com",
          browser.field("Username or email address").getDomProperty("value"));
      assertEquals(List.of(), browser.consoleErrors());
    } finally {
      hosted.setBranding();
    }
  }

  @Test
  default void noKeyAndNoPasswordStaysInTheBrowser() {
    LinkVisitor visitor = visitor();
    HostedLinkFixture hosted = visitor.hosted();
    TestBrowser browser = visitor.browser();
    HostedLinkFixture.LinkRequest link = hosted.link().of("zwift");
    visitor.open(link);
    browser.assertVisible("Sign in to Zwift");
    Cookie cookie = browser.driver().manage().getCookieNamed("tributary-link");
    assertTrue(cookie.isHttpOnly());
    assertEquals("Lax", cookie.getSameSite());
    assertTrue(cookie.getPath().matches("/link/s/[0-9a-f-]{36}"), cookie.getPath());
    String login = hosted.createAccount("very-secret", false, "");
    visitor.signIn(login, "very-wrong");
    browser.assertVisible("rejected your sign-in");
    assertFalse(browser.driver().getPageSource().contains("very-wrong"));
    assertEquals("", browser.run("return document.cookie"));
    assertEquals(0L, browser.run("return localStorage.length + sessionStorage.length"));
    UUID user = link.user();
    assertEquals(List.of(), hosted.connectedSlugs(user));
  }
}
