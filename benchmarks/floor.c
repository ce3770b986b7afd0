/* The floor: the least that a control-mode client can do for the same work.
 *
 * It starts `tmux -C attach` on a socket pair and answers requests on its standard input with the nanoseconds they
 * took, the bytes that tmux replied, and the moment it ended. Reads and writes block; a reply is looked through for the lines that end its
 * blocks and for nothing else. A request is a few lines and a line with a single dot:
 *
 *     ask BLOCKS COMMAND     send a command of tmux, wait for that many ends of blocks
 *     hear PANE TEXT         wait until TEXT stands in the output of that pane, as tmux escapes it
 *
 * What `hear` needs comes over a second client, attached when it is first wanted. Usage: floor TMUX SOCKET SESSION
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define ROOM (1 << 20)
#define STEPS 16
#define PATIENCE 10 /* seconds */

struct client {
	int fd;
	size_t have;
	char data[ROOM];
};

static struct client hand, ear;
static char heard[ROOM]; /* of one pane, since the request began */
static size_t heard_size;
static char **words, *current = "nothing";

static void
fail(const char *why)
{
	printf("-1 %s (%s) at %.80s; heard: %.400s\n", why, strerror(errno), current, heard);
	fflush(stdout);
	exit(1);
}

static int
attach(const char *flags)
{
	struct timeval patience = { .tv_sec = PATIENCE };
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
		fail("no socket pair");
	setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (fork() == 0) {
		dup2(pair[1], 0);
		dup2(pair[1], 1);
		close(pair[0]);
		close(pair[1]);
		execlp(words[1], words[1], "-u", "-S", words[2], "-C", "attach-session", "-E", "-f", flags, "-t",
		    words[3], (char *)NULL);
		_exit(127);
	}
	close(pair[1]);
	return pair[0];
}

static void
fill(struct client *from, int flags)
{
	ssize_t got;

	do /* a process that was stopped comes back from a read with a timeout as if a signal had been caught */
		got = recv(from->fd, from->data + from->have, ROOM - 1 - from->have, flags);
	while (got < 0 && errno == EINTR);
	if (got > 0)
		from->have += (size_t)got;
	else if (flags == 0)
		fail(got == 0 ? "tmux closed the connection" : "tmux was silent");
	from->data[from->have] = '\0';
}

/* Take whole lines; count those that end a block of ours, keep the output of one pane. */
static int
take_lines(struct client *from, const char *pane)
{
	char *line = from->data, *end;
	int ends = 0;

	while ((end = memchr(line, '\n', (size_t)(from->data + from->have - line))) != NULL) {
		*end = '\0';
		if (strncmp(line, "%error ", 7) == 0)
			fail(from->data);
		if (strncmp(line, "%end ", 5) == 0 && end[-1] == '1' && end[-2] == ' ')
			ends++;
		else if (pane != NULL && strncmp(line, "%output ", 8) == 0 &&
		    strncmp(line + 8, pane, strlen(pane)) == 0 && line[8 + strlen(pane)] == ' ') {
			size_t size = (size_t)(end - line) - 9 - strlen(pane);
			if (heard_size + size >= ROOM)
				fail("too much output");
			memcpy(heard + heard_size, end - size, size);
			heard_size += size;
			heard[heard_size] = '\0';
		}
		line = end + 1;
	}
	from->have -= (size_t)(line - from->data);
	memmove(from->data, line, from->have);
	return ends;
}

static size_t
ask(struct client *client, int blocks, const char *command)
{
	size_t replied = 0, before, size = strlen(command);

	if (write(client->fd, command, size) != (ssize_t)size)
		fail("tmux did not take the command");
	while (blocks > 0) {
		before = client->have;
		fill(client, 0);
		replied += client->have - before;
		blocks -= take_lines(client, NULL);
	}
	return replied;
}

static void
hear(const char *pane, const char *text)
{
	char *found;

	while ((found = strstr(heard, text)) == NULL) {
		fill(&ear, 0);
		take_lines(&ear, pane);
	}
	heard_size -= (size_t)(found + strlen(text) - heard);
	memmove(heard, found + strlen(text), heard_size + 1);
}

/* Forget what was printed before this request. */
static void
drain(void)
{
	size_t before;

	if (ear.fd == 0) {
		ear.fd = attach("ignore-size");
		ask(&ear, 1, "display-message -p attached\n");
	}
	do {
		before = ear.have;
		fill(&ear, MSG_DONTWAIT);
		before = ear.have - before;
		take_lines(&ear, NULL);
	} while (before > 0);
	heard_size = 0;
	heard[0] = '\0';
}

static size_t
step(char *line)
{
	char *second = strchr(line, ' ') + 1, *third = strchr(second, ' ') + 1;

	current = third;
	third[-1] = '\0';
	if (strncmp(line, "ask ", 4) == 0)
		return ask(&hand, atoi(second), third);
	third[strcspn(third, "\n")] = '\0';
	hear(second, third);
	return 0;
}

int
main(int count, char **arguments)
{
	static char lines[STEPS][4096];
	struct timespec began, ended;
	size_t replied;
	int steps = 0;

	words = arguments;
	if (count != 4)
		fail("usage: floor TMUX SOCKET SESSION");
	hand.fd = attach("ignore-size,no-output");
	while (fgets(lines[steps], sizeof lines[steps], stdin) != NULL) {
		if (strcmp(lines[steps], ".\n") != 0) {
			if (strncmp(lines[steps], "hear ", 5) == 0 && ear.fd == 0)
				drain();
			if (++steps == STEPS)
				fail("too many steps");
			continue;
		}
		if (ear.fd != 0)
			drain();
		replied = 0;
		clock_gettime(CLOCK_MONOTONIC, &began);
		for (int i = 0; i < steps; i++)
			replied += step(lines[i]);
		clock_gettime(CLOCK_MONOTONIC, &ended);
		printf("%lld %zu %lld\n", (ended.tv_sec - began.tv_sec) * 1000000000LL + ended.tv_nsec - began.tv_nsec, replied,
		    ended.tv_sec * 1000000000LL + ended.tv_nsec);
		fflush(stdout);
		steps = 0;
	}
	return 0;
}
