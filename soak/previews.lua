-- Asks for previews with keys that are live and keys that are revoked, and counts what comes back.
--
-- The first argument is a file with a line for each request: the status that is right, the path, the key. Each
-- thread must have one connection only: then an answer belongs to the request that was made before it.

local requests, expected, asked = {}, {}, 0
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  answers = {}
  for line in io.lines(args[1]) do
    local status, path, key = string.match(line, '^(%d+) (%S+) (%S+)$')
    table.insert(requests, wrk.format('GET', path, {Authorization = 'Bearer ' .. key}))
    table.insert(expected, status)
  end
end

function request()
  asked = asked % #requests + 1
  return requests[asked]
end

-- Milliseconds between an answer and the next request: a load, and not all that the machine can bear.
function delay()
  return 10
end

function response(status)
  local pair = expected[asked] .. ' ' .. status
  answers[pair] = (answers[pair] or 0) + 1
end

-- A line for each pair of statuses, the right one and the real one; then the requests without an answer.
function done(summary)
  for _, thread in ipairs(threads) do
    for pair, count in pairs(thread:get('answers')) do
      io.write('answers ', pair, ' ', count, '\n')
    end
  end
  local errors = summary.errors
  io.write('lost ', errors.connect + errors.read + errors.write + errors.timeout, '\n')
end
