package io.tributary.portal;

import io.tributary.testkit.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium with the queries that page tests need. */
public final class TestBrowser implements AutoCloseable {
  public static final Duration SOON = Duration.ofSeconds(60);
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  private static final Logger LIBRARY = Logger.getLogger("org.openqa.selenium");

  private static final String AXE = axe();

  private final ChromeDriver driver;

  private static String axe() {
    String name = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    try (InputStream in = TestBrowser.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public TestBrowser() {
    if (!Files.isExecutable(PROGRAM) || !Files.isExecutable(DRIVER)) {
      throw new IllegalStateException(
          "the tests of the page need Chromium and its driver: apt-get install chromium"
              + " chromium-driver, or scripts/test, which does it");
    }
    // Selenium warns about missing version-specific helpers, which are not needed here.
    LIBRARY.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(PROGRAM.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
        "--lang=en-GB");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    driver =
        new ChromeDriver(
            new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .usingAnyFreePort()
                .build(),
            options);
    size(1280, 900);
  }

  public ChromeDriver driver() {
    return driver;
  }

  /** Sets the inner size of the window to that of a phone or a desktop. */
  public void size(int width, int height) {
    command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  public void dark(boolean dark) {
    command(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  private void command(String name, Map<String, Object> parameters) {
    driver.executeCdpCommand(name, new HashMap<>(parameters));
  }

  public void open(String url) {
    driver.get("about:blank");
    driver.get(url);
  }

  /** Navigates to a view of the open page. */
  public void openView(String hash) {
    run("location.hash = arguments[0]", hash);
  }

  public Object run(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  /** Returns the visible text of the page. */
  public String text() {
    return driver.findElement(By.tagName("body")).getText();
  }

  public void assertVisible(String text) {
    Eventually.eventually(
        SOON,
        () -> {
          if (!text().contains(text)) {
            throw new AssertionError("no \"" + text + "\" in:\n" + text());
          }
        });
  }

  public void assertNotVisible(String text) {
    Eventually.eventually(
        SOON,
        () -> {
          if (text().contains(text)) {
            throw new AssertionError("\"" + text + "\" in:\n" + text());
          }
        });
  }

  /** Waits until no request is pending. */
  public void awaitLoaded() {
    Eventually.eventually(
        SOON,
        () -> {
          if (!driver.findElements(By.cssSelector("[aria-busy], .loading")).isEmpty()) {
            throw new AssertionError("still loading:\n" + text());
          }
        });
  }

  /** Returns a button or link by its text, preferring one in an open dialog. */
  public WebElement buttonOrLink(String words) {
    WebElement[] found = new WebElement[1];
    Eventually.eventually(
        SOON,
        () -> {
          String match = "[self::button or self::a or self::summary][normalize-space()='%s']";
          found[0] =
              Stream.of("//dialog[@open]", "")
                  .flatMap(
                      in ->
                          driver
                              .findElements(By.xpath(in + "//*" + match.formatted(words)))
                              .stream())
                  .filter(WebElement::isDisplayed)
                  .findFirst()
                  .orElseThrow(() -> new AssertionError("no " + words + " in:\n" + text()));
        });
    return found[0];
  }

  /** Runs the action and waits until a new document replaces the page, even with equal content. */
  public void awaitNewPage(Runnable act) {
    WebElement page = driver.findElement(By.tagName("html"));
    act.run();
    Eventually.eventually(
        SOON,
        () -> {
          try {
            page.isDisplayed();
          } catch (StaleElementReferenceException gone) {
            return;
          }
          throw new AssertionError("still the same page:\n" + text());
        });
  }

  public void click(String words) {
    // A redraw between finding and clicking replaces the element, so the click is repeated.
    Eventually.eventually(SOON, () -> buttonOrLink(words).click());
  }

  /** Returns the form control with this label, in the open dialog if there is one. */
  public WebElement field(String label) {
    WebElement[] found = new WebElement[1];
    Eventually.eventually(
        SOON,
        () -> {
          found[0] =
              Stream.of("//dialog[@open]", "//main")
                  .flatMap(
                      in ->
                          driver
                              .findElements(
                                  By.xpath(in + "//label[normalize-space()='" + label + "']"))
                              .stream())
                  .findFirst()
                  .map(l -> driver.findElement(By.id(l.getDomAttribute("for"))))
                  .orElseThrow(() -> new AssertionError("no field " + label + "\n" + text()));
        });
    return found[0];
  }

  public void fill(String label, String text) {
    WebElement field = field(label);
    field.clear();
    field.sendKeys(text);
  }

  public WebElement focused() {
    return driver.switchTo().activeElement();
  }

  public void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Presses a key while Control is held down. */
  public void pressWithControl(CharSequence key) {
    new Actions(driver).keyDown(Keys.CONTROL).sendKeys(key).keyUp(Keys.CONTROL).perform();
  }

  /** Presses Tab until the focused element has this text or label. */
  public void tabTo(String words) {
    for (int i = 0; i < 60; i++) {
      if (words.equals(focused().getAccessibleName()) || words.equals(focused().getText())) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError("Tab does not reach " + words);
  }

  /** Returns how many pixels the page is wider than its window. */
  public long horizontalOverflow() {
    return (Long) run("return document.scrollingElement.scrollWidth - window.innerWidth");
  }

  /** Returns the violations that an accessibility checker finds in the current page. */
  public String violations() {
    run(AXE);
    return String.valueOf(
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then(
              (r) => done(r.violations.map((v) =>
                v.id + ': ' + v.nodes.map((n) => n.html + ' ' + n.failureSummary).join(' | ')).join('\\n')),
              (e) => done(String(e)));
            """));
  }

  public byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  /** Returns the browser's console errors since the last call, without rejected requests. */
  public List<String> consoleErrors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(m -> !m.contains("Failed to load resource") && !m.startsWith("rendering "))
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
